//! The development server: pages from memory, the API of progress, reloads.
//! Binds to loopback unless told otherwise.
