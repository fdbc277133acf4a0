// a comment
fn main() { //~ E0002 like Rust
    let x = 1;
}
