// The output of orval: functions over fetch, for the server at BASE_URL.
export default {
  svc: {
    input: "./openapi.json",
    output: { target: "./generated/orval.ts", client: "fetch", baseUrl: process.env.BASE_URL },
  },
};
