package job

// MiB is the unit in which kinds of job state the memory that they need.
const MiB = 1 << 20

// StandardMemory is the memory of a job whose row states none, such as one that an earlier version
// queued, in bytes.
const StandardMemory = 320 * MiB

// Need returns the memory of a job, in bytes: a base, and a share of what it reads; most at most. The
// figures are the peaks of docs/benchmarks.md, rounded up.
func Need(base int64, share float64, reads, most int64) int64 {
	return min(base+int64(share*float64(max(reads, 0))), most)
}

// Budget is the memory that the running jobs of a machine share.
type Budget struct {
	Bytes int64 // 0 for no limit
	Used  int64 // by jobs that run
	Jobs  int64 // that run
}

// Free returns the most that a further job may need. A machine without jobs takes any: a job that
// needs more than the budget runs alone.
func (b Budget) Free() int64 {
	if b.Bytes <= 0 || b.Jobs == 0 {
		return int64(^uint64(0) >> 1)
	}
	return b.Bytes - b.Used
}
