return require("spec.proof.fuzz.seeds.markdown")
