//! Types, their sizes and the vectors CUDA knows.
