//! A diagnostic and its source to role-tagged pieces; whoever shows them only paints.
