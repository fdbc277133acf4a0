//! The native test main of every lab.
