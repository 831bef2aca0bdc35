package bioindex

import (
	"slices"
	"sync"
	"time"
)

// keptTimes is the number of answers in a median.
const keptTimes = 99

// times keeps how long the last answers of each index took in this process.
type times struct {
	mu   sync.Mutex
	last map[string][]time.Duration // by build, oldest first
}

func (t *times) add(build string, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last == nil {
		t.last = map[string][]time.Duration{}
	}
	kept := append(t.last[build], took)
	t.last[build] = kept[max(len(kept)-keptTimes, 0):]
}

// Answered is the response time of an index.
type Answered struct {
	N      int           // answers that were measured, 99 at most
	Median time.Duration // of an even number the lower of the two in the middle
}

func (t *times) of(build string) Answered {
	t.mu.Lock()
	sorted := slices.Clone(t.last[build])
	t.mu.Unlock()
	if len(sorted) == 0 {
		return Answered{}
	}
	slices.Sort(sorted)
	return Answered{len(sorted), sorted[(len(sorted)-1)/2]}
}
