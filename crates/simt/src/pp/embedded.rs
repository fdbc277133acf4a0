//! The headers that this crate brings along, written in the CUDA C++ that it compiles: name as included, text.
//!
//! Rule: a header is here once the front end takes it; its text is gone through only where it is included. Names that
//! begin with `__` are for other headers alone. To add one: a file under `include/`, a line here.

/// Makes the table from names that are also paths under `include/`.
macro_rules! embedded {
    ($($name:literal,)*) => {
        /// Each header's name and text.
        pub const EMBEDDED: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../include/", $name))),)*];
    };
}

embedded! {}
