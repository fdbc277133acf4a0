//! A course's Markdown becomes a static site: load, parse, link, render, write.
//! Files are written only when they change.
