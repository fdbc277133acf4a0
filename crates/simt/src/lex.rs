//! Text to tokens: pure, total, never failing; it also colours code on pages.
