//! The content model: course, part, module, tier, task, criterion, lesson, question, project.
//! Markdown folders come in, a `Course` and the problems found come out.
