//! A diagnostic and its source to pieces of text, each with its role; who shows them only paints.
