#!/usr/bin/env bash
# A class graded by Slurm on this one machine, beside the same class graded here: the records are the same.
#
#   tests/slurm/run.sh PROGRAM     as root, with Debian's slurm-wlm and munge; it starts and ends its own daemons
#
# The whole of Slurm's configuration lies in a temporary folder. Nothing of it stays.
set -euo pipefail
program=$(realpath "${1:?the program, such as target/debug/course}")
root=$(cd "$(dirname "$0")/../.." && pwd)
[ "$(id -u)" = 0 ] || { echo "slurm's daemons start as root" >&2; exit 2; }
dir=$(mktemp -d)
chmod 755 "$dir"
pids=()
finish() {
  status=$?
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  [ "$status" = 0 ] || tail -n 20 "$dir"/*.log "$dir"/out/.*.txt >&2 2>/dev/null || true
  sleep 0.5
  rm -rf "$dir"
  exit "$status"
}
trap finish EXIT

# Munge: a key and a socket of our own.
mkdir -p "$dir/munge" "$dir/spool" "$dir/state" "$dir/out"
chmod 755 "$dir/munge"
(umask 077; head -c 1024 /dev/urandom > "$dir/munge.key")
munged --force --foreground --key-file="$dir/munge.key" --socket="$dir/munge/socket" --pid-file="$dir/munge.pid" \
  --log-file="$dir/munged.log" --seed-file="$dir/munge.seed" --num-threads=2 > "$dir/munged.out" 2>&1 &
pids+=($!)

host=$(hostname -s)
cat > "$dir/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket
CryptoType=crypto/munge
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
ReturnToService=2
MpiDefault=none
SlurmctldPort=$((20000 + RANDOM % 10000))
SlurmdPort=$((30000 + RANDOM % 10000))
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
SlurmdSpoolDir=$dir/spool
StateSaveLocation=$dir/state
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=1024 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$dir/slurm.conf
slurmctld -D > "$dir/slurmctld.out" 2>&1 &
pids+=($!)
slurmd -D > "$dir/slurmd.out" 2>&1 &
pids+=($!)
for _ in $(seq 60); do
  sinfo -h -o %t 2>/dev/null | grep -q '^idle' && break
  sleep 0.5
done
sinfo -h -o %t | grep -q '^idle' || { echo "slurm's node did not come up" >&2; exit 1; }

class=$dir/class
. "$root/tests/cluster/class.sh"
class_of_eight "$class"
cd "$root"
"$program" grade slurm "$class" --records "$dir/out" --per-task 2 > "$dir/grade.sh"
sed -i 's/--mem=[0-9]*M/--mem=0/' "$dir/grade.sh" # this machine's memory is not what is tried
sh "$dir/grade.sh"
for _ in $(seq 240); do
  [ -z "$(squeue -h)" ] && break
  sleep 0.5
done
[ -z "$(squeue -h)" ] || { echo "jobs did not end" >&2; squeue >&2; exit 1; }
grep -q '^8 records of 8 learners: 7 judged, 1 refused; 0 of them new' "$dir/out/.rest.txt" ||
  { echo "the last job says:" >&2; cat "$dir/out/.rest.txt" >&2; exit 1; }
[ "$(ls "$dir"/out/.task-*.txt | wc -l)" = 4 ] || { echo "there were not four tasks" >&2; exit 1; }

"$program" grade "$class" --records "$dir/here" > /dev/null
same_records "$dir/out" "$dir/here"
echo "slurm: 8 submissions in 4 tasks, the records are those of one machine"
