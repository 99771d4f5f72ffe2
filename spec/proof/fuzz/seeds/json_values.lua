return require("spec.proof.fuzz.seeds.json")
