// Package jobtest holds a fake worker of a job, for tests of the domains' jobs. It imports job
// only.
package jobtest

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"

	"cohortium/internal/platform/job"
)

// Reporter holds a lease, records stages and can be set to cancel.
type Reporter struct {
	Token   string
	Stop    context.CancelFunc // called when a stage named Cancel begins
	Cancel  string             // word of the stage at which to cancel
	asked   atomic.Bool
	mu      sync.Mutex
	Stages  []string // words seen without their amounts, each once in a row
	Amounts []string // what followed the words, each once in a row
	Shares  []int64  // how much was done each time
}

var _ job.Reporter = (*Reporter)(nil)

// Lease implements job.Reporter.
func (r *Reporter) Lease() string { return r.Token }

// Cancelled implements job.Reporter.
func (r *Reporter) Cancelled() bool { return r.asked.Load() }

// Part implements job.Reporter.
func (r *Reporter) Part(string, int64) {}

// Stage implements job.Reporter.
func (r *Reporter) Stage(name string, done, _ int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	name, amount, _ := strings.Cut(name, ", ")
	if n := len(r.Amounts); amount != "" && (n == 0 || r.Amounts[n-1] != amount) {
		r.Amounts = append(r.Amounts, amount)
	}
	if n := len(r.Stages); n == 0 || r.Stages[n-1] != name {
		r.Stages = append(r.Stages, name)
	}
	r.Shares = append(r.Shares, done)
	if r.Cancel != "" && name == r.Cancel {
		r.asked.Store(true)
		r.Stop()
	}
}
