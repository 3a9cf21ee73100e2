use std::{env, fs, path::Path};

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let text = "/// Rates in percent.\npub const RATES: [(&str, u64); 2] = [(\"books\", 7), (\"other\", 19)];\n";
    fs::write(Path::new(&out).join("rates.rs"), text).unwrap();
    println!("cargo:rerun-if-changed=build.rs");
}
