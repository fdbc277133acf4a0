//! Files through the world that a program is given: what it reaches, what it does not, and what stays as it was.

use super::*;
use crate::cli::ReachArgs;
use std::path::{Path, PathBuf};

const READ: FileMode = FileMode {
    read: true,
    write: false,
    truncate: false,
    append: false,
    create: false,
};
const WRITE: FileMode = FileMode {
    read: false,
    write: true,
    truncate: true,
    append: false,
    create: true,
};
/// `r+`.
const CHANGE: FileMode = FileMode {
    read: true,
    write: true,
    ..READ
};

/// A folder with a program in `own`, and one beside it.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().expect("a folder"));
        for inner in ["own/sub", "beside"] {
            std::fs::create_dir_all(place.at(inner)).expect("made");
        }
        for file in ["own/data", "own/sub/more", "own/.env", "beside/secret"] {
            std::fs::write(place.at(file), file).expect("written");
        }
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.at(name)).expect("read")
    }

    fn reach(&self, args: &ReachArgs) -> Reach {
        let file = Path::new("a.cu");
        Reach::new(args, (file, &[]), &self.at("own")).expect("folders")
    }

    fn world(&self, args: &ReachArgs) -> Surroundings {
        let kept = Output::Kept(Vec::new(), Vec::new());
        Surroundings::new(kept, &self.reach(args), true)
    }
}

fn put(world: &mut Surroundings, path: &str, mode: FileMode, text: &str) -> bool {
    let Some(file) = world.open(path, mode) else {
        return false;
    };
    assert_eq!(world.write_file(file, text.as_bytes()), Some(text.len()));
    world.close(file);
    true
}

fn got(world: &mut Surroundings, path: &str) -> Option<String> {
    let file = world.open(path, READ)?;
    let mut bytes = [0; 64];
    let n = world.read(file, &mut bytes).expect("read");
    world.close(file);
    Some(String::from_utf8_lossy(&bytes[..n]).into_owned())
}

fn told(world: &Surroundings) -> String {
    let Output::Kept(_, told) = &world.output else {
        panic!("kept");
    };
    String::from_utf8_lossy(told).into_owned()
}

#[test]
fn what_is_written_lies_in_a_layer_and_is_read_back() {
    let place = Place::new();
    let mut world = place.world(&ReachArgs::default());
    assert_eq!(got(&mut world, "data").as_deref(), Some("own/data"));
    assert!(put(&mut world, "new", WRITE, "text"));
    assert_eq!(got(&mut world, "new").as_deref(), Some("text"));
    assert!(put(&mut world, "data", CHANGE, "OWN"));
    assert_eq!(got(&mut world, "data").as_deref(), Some("OWN/data"));
    let whole = place.at("own/sub/more").canonicalize().expect("there");
    assert!(put(&mut world, &whole.display().to_string(), WRITE, "mine"));
    assert_eq!(got(&mut world, "sub/../sub/more").as_deref(), Some("mine"));
    assert!(!put(&mut world, "none/x", WRITE, ""), "no such folder");
    assert_eq!(world.names("sub"), Some(vec!["more".to_owned()]));
    assert_eq!(
        world.names("."),
        Some(["data", "new", "sub"].map(str::to_owned).to_vec())
    );
    let wrote = world.close_files();
    let files = [("data", 8), ("new", 4), ("sub/more", 4)];
    assert_eq!(wrote.folder, ".course/files/a.cu");
    assert_eq!(wrote.files, files.map(|(name, n)| (name.to_owned(), n)));
    assert_eq!(place.text("own/data"), "own/data");
    assert_eq!(place.text("own/sub/more"), "own/sub/more");
    assert_eq!(place.text("own/.course/files/a.cu/data"), "OWN/data");
    assert_eq!(told(&world), "");
}

#[test]
fn what_is_removed_is_hidden_until_the_run_ends() {
    let place = Place::new();
    let mut world = place.world(&ReachArgs::default());
    assert!(world.remove("data") && !world.remove("data") && !world.remove("sub"));
    assert_eq!(world.look("data"), None);
    assert_eq!(got(&mut world, "data"), None);
    assert_eq!(world.names("."), Some(vec!["sub".to_owned()]));
    assert!(put(&mut world, "data", WRITE, "new"));
    assert_eq!(got(&mut world, "data").as_deref(), Some("new"));
    assert!(world.remove("data") && world.remove("sub/more"));
    let wrote = world.close_files();
    assert_eq!(wrote.hidden, ["data", "sub/more"]);
    assert!(wrote.files.is_empty());
    assert_eq!(place.text("own/data"), "own/data");
    let mut again = place.world(&ReachArgs::default());
    assert_eq!(got(&mut again, "data").as_deref(), Some("own/data"));
}

#[test]
fn folders_are_made_in_the_layer() {
    let place = Place::new();
    let mut world = place.world(&ReachArgs::default());
    assert!(world.make_folder("made") && !world.make_folder("made"));
    assert!(!world.make_folder("sub") && !world.make_folder("a/b") && !world.make_folder("."));
    assert!(put(&mut world, "made/text", WRITE, "text"));
    assert_eq!(world.look("made"), Some(Entry::Folder));
    assert_eq!(world.look("made/text"), Some(Entry::File));
    assert_eq!(world.names("made"), Some(vec!["text".to_owned()]));
    assert_eq!((world.names("made/text"), world.names("..")), (None, None));
    assert!(!place.at("own/made").exists());
}

#[test]
fn nothing_else_is_reached_and_a_line_says_so() {
    let place = Place::new();
    let mut world = place.world(&ReachArgs::default());
    let secret = place.at("beside/secret").display().to_string();
    for path in [
        &*secret,
        "../beside/secret",
        "/etc/hostname",
        ".",
        ".env",
        "progress.db",
        "sub/.git",
    ] {
        assert_eq!((path, world.open(path, READ)), (path, None));
        assert_eq!((path, world.open(path, WRITE)), (path, None));
        assert!(!world.remove(path) && !world.make_folder(path), "{path}");
    }
    let told = told(&world);
    assert_eq!(
        told.matches("`../beside/secret` was not").count(),
        1,
        "{told}"
    );
    assert_eq!(world.close_files().files, []);
    assert!(!place.at("own/.course").exists(), "nothing is left");
    assert_eq!(world.env("PATH"), None);
}

#[test]
fn what_is_named_is_reached() {
    let place = Place::new();
    let args = ReachArgs {
        files: Some(place.at("out/deep")),
        read: vec![place.at("beside")],
        env: vec!["PATH".to_owned()],
    };
    let mut world = place.world(&args);
    assert_eq!(
        got(&mut world, "../beside/secret").as_deref(),
        Some("beside/secret")
    );
    assert_eq!(got(&mut world, "secret").as_deref(), Some("beside/secret"));
    assert!(!put(&mut world, "../beside/secret", WRITE, ""));
    assert!(!world.remove("../beside/secret"));
    assert!(put(&mut world, "x", WRITE, "text"));
    assert_eq!(place.text("out/deep/x"), "text");
    assert!(world.env("PATH").is_some() && world.env("HOME").is_none());
    let none = ReachArgs {
        read: vec![place.at("none")],
        ..ReachArgs::default()
    };
    let file = ReachArgs {
        files: Some(place.at("own/data")),
        ..ReachArgs::default()
    };
    for wrong in [none, file] {
        assert!(Reach::new(&wrong, (Path::new("a.cu"), &[]), &place.at("own")).is_err());
    }
}

#[test]
fn a_file_where_the_person_is_gets_a_word() {
    let place = Place::new();
    let file = Path::new("../own/a.cu");
    for (read, text) in [(None, None), (Some("."), Some("beside/secret"))] {
        let args = ReachArgs {
            read: read.map(PathBuf::from).into_iter().collect(),
            ..ReachArgs::default()
        };
        let reach = Reach::new(&args, (file, &[]), &place.at("beside")).expect("folders");
        let mut world = Surroundings::new(Output::Kept(Vec::new(), Vec::new()), &reach, true);
        assert_eq!(got(&mut world, "none"), None);
        assert_eq!(got(&mut world, "secret").as_deref(), text);
        assert_eq!(
            told(&world).contains("`--read .` lets it read here"),
            read.is_none()
        );
    }
}

#[test]
fn the_sources_folder_may_be_the_one_to_write() {
    let place = Place::new();
    let args = ReachArgs {
        files: Some(place.at("own")),
        ..ReachArgs::default()
    };
    let mut world = place.world(&args);
    assert!(put(&mut world, "data", CHANGE, "OWN") && world.remove("sub/more"));
    assert!(!put(&mut world, ".env", WRITE, "") && !world.remove(".env"));
    assert!(!put(&mut world, "progress.db-wal", WRITE, ""));
    assert_eq!(world.close_files().hidden, Vec::<String>::new());
    assert_eq!(place.text("own/data"), "OWN/data");
    assert!(!place.at("own/sub/more").exists());
}

#[cfg(unix)]
#[test]
fn no_link_is_written_through() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    let layer = place.at("own/.course/files/a.cu");
    std::fs::create_dir_all(&layer).expect("made");
    for folder in [place.at("own"), layer.clone()] {
        symlink(place.at("beside/new"), folder.join("dangling")).expect("linked");
        symlink(place.at("beside/secret"), folder.join("file")).expect("linked");
        symlink(place.at("beside"), folder.join("folder")).expect("linked");
        symlink(".env", folder.join("hidden")).expect("linked");
        std::fs::hard_link(place.at("beside/secret"), folder.join("hard")).expect("linked");
    }
    let mut world = place.world(&ReachArgs::default());
    for path in [
        "dangling",
        "file",
        "folder/new",
        "folder/secret",
        "hidden",
        "hard",
    ] {
        for mode in [WRITE, CHANGE] {
            assert!(!put(&mut world, path, mode, "bad"), "{path}");
        }
    }
    // Where the layer has no links, they are not seen, and files of their names are the program's own.
    std::fs::remove_dir_all(&layer).expect("removed");
    let mut world = place.world(&ReachArgs::default());
    for path in ["dangling", "file", "hidden", "hard"] {
        assert!(put(&mut world, path, WRITE, "own"), "{path}");
    }
    assert!(!put(&mut world, "folder/new", WRITE, "bad"));
    for path in ["folder/secret", "folder"] {
        assert_eq!((got(&mut world, path), world.names(path)), (None, None));
    }
    assert_eq!(place.text("beside/secret"), "beside/secret");
    assert_eq!(place.text("own/.env"), "own/.env");
    assert!(!place.at("beside/new").exists());
    // A folder of its own that is a link is none.
    std::fs::remove_dir_all(place.at("own/.course")).expect("removed");
    symlink(place.at("beside"), place.at("own/.course")).expect("linked");
    let mut world = place.world(&ReachArgs::default());
    assert!(!put(&mut world, "x", WRITE, "bad"));
    assert!(
        told(&world).contains("`.course`: it is a link"),
        "{}",
        told(&world)
    );
    assert_eq!(
        std::fs::read_dir(place.at("beside")).expect("read").count(),
        1
    );
}

#[test]
fn a_newer_file_beside_the_program_is_told_of() {
    let place = Place::new();
    let mut world = place.world(&ReachArgs::default());
    assert!(put(&mut world, "data", WRITE, "old"));
    world.close_files();
    let later = SystemTime::now() + std::time::Duration::from_secs(60);
    let file = File::options().write(true).open(place.at("own/data"));
    file.and_then(|file| file.set_modified(later)).expect("set");
    let mut world = place.world(&ReachArgs::default());
    assert_eq!(got(&mut world, "data").as_deref(), Some("old"));
    assert!(told(&world).contains("the one beside the program is newer"));
}

#[test]
fn three_quarters_of_the_machines_memory() {
    let told = "MemFree:  1 kB\nMemTotal:       24000000 kB\n";
    assert_eq!(most_of_total(told), 18_000_000 << 10);
    assert_eq!(most_of_total("MemTotal: lots"), 0);
    assert!(room() >= 4 << 30);
}
