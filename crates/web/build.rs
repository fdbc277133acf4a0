//! The stack of the module: compiling what is written nests as deep as the text does.

/// Bytes. A kernel nests a few levels; a text that nests further ends the call, and whoever made it starts the module anew.
const STACK: u32 = 16 << 20;

fn main() {
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo:rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
