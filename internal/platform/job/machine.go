package job

import (
	"slices"
	"strings"
	"time"
)

// Hosts are names of machines, as stored: each between spaces.
type Hosts string

// All returns the names.
func (h Hosts) All() []string { return strings.Fields(string(h)) }

// With adds a name, unless it is among them.
func (h Hosts) With(host string) Hosts {
	if host == "" || slices.Contains(h.All(), host) {
		return h
	}
	return Hosts(" " + strings.Join(append(h.All(), host), " ") + " ")
}

// Only reports whether host is the only one. A job that failed on one machine may still be sound.
func (h Hosts) Only(host string) bool { return h == Hosts("").With(host) }

// Claim is how a worker takes the job whose turn it is.
type Claim struct {
	Delivered string   // a job that is due, whatever time its row has
	Kinds     []string // that the worker has executors for
	Lease     string
	Worker    string
	Machine   string
	Elsewhere bool // other machines take jobs: those that failed on this one alone are theirs
	Now       time.Time

	Memory   int64         // bytes for the jobs of the machine; 0 for no limit
	Patience time.Duration // a job that waits longer for memory is the next of the machine
	Seen     time.Time     // machines with a heartbeat since then are at work
}

// MachineFaults are the faults of a machine on which jobs failed.
type MachineFaults struct {
	Host     string
	Faults   int64 // one after the other, without a job that succeeded
	Reason   string
	JobID    string // the newest that failed
	FailedAt time.Time
	Rests    time.Time // the machine takes no jobs until then
}

// Fault is a fault of a machine that ended an attempt.
type Fault struct {
	Host    string
	JobID   string
	Reason  string
	Certain bool          // the machine is at fault; otherwise it is when another job failed on it within Within
	Within  time.Duration // and a longer time without a fault resets it
	First   time.Duration // rest after the first fault; each further one doubles it
	Most    time.Duration
	Now     time.Time
}

// After returns the faults of a machine after one more; before is nil for the first.
func (f Fault) After(before *MachineFaults) *MachineFaults {
	after := &MachineFaults{Host: f.Host, Reason: f.Reason, JobID: f.JobID, FailedAt: f.Now, Rests: f.Now}
	recent := before != nil && f.Now.Sub(before.FailedAt) < f.Within
	switch {
	case f.Certain, recent && before.JobID != f.JobID:
		after.Faults = 1
		if recent {
			after.Faults += before.Faults
		}
		after.Rests = f.Now.Add(min(f.First<<min(after.Faults-1, 20), f.Most))
	case recent:
		after.Faults, after.Rests = before.Faults, before.Rests
	}
	return after
}
