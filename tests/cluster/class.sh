# What both tests of clusters grade, and how they compare; sourced with `root` (the checkout) set.

# A class of eight in a folder: right, wrong, one that never ends, one that handed in nothing that can be read.
class_of_eight() {
  local class=$1 right n
  right=$(sed -e '/^ *\/\/@starter/,/^ *\/\/@end/d' -e '/^ *\/\/@/d' "$root/kernels/vector-add.cu")
  for n in 1 2 3 4 5 6 7 8; do
    mkdir -p "$class/learner-$n"
    printf '%s\n// %s\n' "$right" "$n" > "$class/learner-$n/vector-add.cu"
  done
  sed -i 's/a\[i\] + b\[i\]/a[i] - b[i]/' "$class/learner-2/vector-add.cu"
  sed -i 's/i += stride/i += 0/' "$class/learner-3/vector-add.cu"
  rm "$class/learner-4/vector-add.cu"
}

# Two folders of records say the same, whenever and wherever they were made.
same_records() {
  diff <(timeless "$1") <(timeless "$2") || { echo "the records differ" >&2; exit 1; }
}
timeless() { for file in "$1"/*.json; do sed '/"ran": {/,/}/d' "$file"; done; }
