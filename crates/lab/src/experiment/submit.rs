//! Scripts that hand the shards of an experiment to a scheduler, one task a shard. A task is a whole shard, not a run:
//! experiments have many short runs, and a scheduler that is asked for each of them does little else.

use std::path::Path;

use super::Experiment;

/// What takes jobs on a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// Slurm: array jobs.
    Slurm,
    /// HyperQueue: task arrays.
    HyperQueue,
}

impl Scheduler {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Slurm, Self::HyperQueue];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slurm => "slurm",
            Self::HyperQueue => "hyperqueue",
        }
    }

    /// The command that takes a script; the script's path comes behind it.
    pub fn command(self) -> &'static [&'static str] {
        match self {
            Self::Slurm => &["sbatch"],
            Self::HyperQueue => &["hq", "submit"],
        }
    }

    /// Begins a line of the script that is meant for it, and the variable that has the number of a task, from 1.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Slurm => ("#SBATCH", "SLURM_ARRAY_TASK_ID"),
            Self::HyperQueue => ("#HQ", "HQ_TASK_ID"),
        }
    }
}

/// What a script needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Submission<'a> {
    /// What it is written for.
    pub scheduler: Scheduler,
    /// The program.
    pub program: &'a Path,
    /// The directory of the experiment, with its description in `experiment.toml`; shards go to `shards` in it.
    pub folder: &'a Path,
    /// How many tasks there are to be; no more than the experiment has runs.
    pub jobs: u32,
}

impl Submission<'_> {
    /// The script. Tasks go on where they were interrupted, so that a scheduler may end and restart them.
    pub fn script(&self, experiment: &Experiment) -> String {
        let Self { scheduler, program, folder, jobs } = self;
        let (mark, number) = scheduler.words();
        let threads = experiment.specs.iter().map(|spec| spec.threads).max().unwrap_or(1);
        let mut lines = vec![
            "#!/usr/bin/env bash".to_string(),
            format!("{mark} --job-name={}", plain(&experiment.name)),
            format!("{mark} --array=1-{jobs}"),
        ];
        match scheduler {
            Scheduler::Slurm => {
                lines.push(format!("{mark} --ntasks=1"));
                lines.push(format!("{mark} --cpus-per-task={threads}"));
                if let Some(memory) = experiment.limits.memory {
                    lines.push(format!("{mark} --mem={}M", memory.div_ceil(1 << 20)));
                }
                // Output goes to files of ours; Slurm would put its own where the job was submitted.
                lines.push(format!("{mark} --output=/dev/null"));
                lines.push(format!("{mark} --requeue"));
            }
            Scheduler::HyperQueue => {
                lines[1] = format!("{mark} --name={}", plain(&experiment.name));
                lines.push(format!("{mark} --cpus={threads}"));
                lines.push(format!("{mark} --stdout=none"));
                lines.push(format!("{mark} --stderr=none"));
            }
        }
        let (program, folder) = (quoted(program), quoted(folder));
        lines.extend([
            String::new(),
            format!("cd {folder} || exit"),
            "mkdir -p shards logs".to_string(),
            format!("exec {program} bench experiment.toml --shard auto/{jobs} --out \"shards/${number}\" \\"),
            format!("    --resume --summary > \"logs/${number}.txt\" 2>&1"),
        ]);
        lines.join("\n") + "\n"
    }
}

/// A name that needs no quotes anywhere.
fn plain(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let name: String = name.chars().map(safe).take(60).collect();
    if name.is_empty() { "slidewise".into() } else { name }
}

/// A path as a word of a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_solve::Algorithm;
    use slidewise_solve::search::Limits;

    fn script(scheduler: Scheduler) -> String {
        let mut experiment = Experiment::named("My experiment; rm -rf");
        experiment.specs = vec![Algorithm::Ida.into()];
        experiment.specs[0].threads = 4;
        experiment.limits = Limits { memory: Some((3 << 30) + 1), ..Limits::default() };
        let (program, folder) = (Path::new("/opt/slide wise"), Path::new("/home/it's here"));
        Submission { scheduler, program, folder, jobs: 16 }.script(&experiment)
    }

    #[test]
    fn names_and_paths_of_any_kind_do_no_harm() {
        for scheduler in Scheduler::ALL {
            let script = script(scheduler);
            assert!(script.contains("cd '/home/it'\\''s here' || exit\n"), "{script}");
            assert!(script.contains("exec '/opt/slide wise' bench"), "{script}");
            assert!(script.contains("name=My-experiment--rm--rf\n"), "{script}");
            assert!(script.contains("--array=1-16\n") && script.contains("--shard auto/16"), "{script}");
        }
    }

    #[test]
    fn each_scheduler_is_asked_in_its_own_words() {
        let slurm = script(Scheduler::Slurm);
        for line in
            ["#SBATCH --cpus-per-task=4\n", "#SBATCH --mem=3073M\n", "\"shards/$SLURM_ARRAY_TASK_ID\""]
        {
            assert!(slurm.contains(line), "{line}: {slurm}");
        }
        let hyperqueue = script(Scheduler::HyperQueue);
        assert!(hyperqueue.contains("#HQ --cpus=4\n") && !hyperqueue.contains("SBATCH"), "{hyperqueue}");
        assert!(hyperqueue.contains("\"shards/$HQ_TASK_ID\""), "{hyperqueue}");
    }
}
