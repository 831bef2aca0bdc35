package job

import (
	"testing"
	"time"
)

func TestHosts(t *testing.T) {
	var h Hosts
	if h.Only("a") || len(h.All()) != 0 {
		t.Errorf("none: %q", h)
	}
	if h = h.With("a"); h != " a " || !h.Only("a") || h.Only("b") {
		t.Errorf("one: %q", h)
	}
	if h = h.With("a").With("b").With(""); h != " a b " || h.Only("a") {
		t.Errorf("two: %q", h)
	}
}

// A certain fault makes a machine rest at once, a doubtful one only when another job failed within the time.
func TestFaults(t *testing.T) {
	start := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	fault := func(jobID string, certain bool, after time.Duration) Fault {
		return Fault{Host: "a", JobID: jobID, Certain: certain, Within: time.Hour, First: time.Minute, Most: 5 * time.Minute, Now: start.Add(after)}
	}
	for name, tt := range map[string]struct {
		faults []Fault
		n      int64
		rests  time.Duration // after start
	}{
		"one job ended with its worker":   {[]Fault{fault("j1", false, 0)}, 0, 0},
		"the same again":                  {[]Fault{fault("j1", false, 0), fault("j1", false, time.Minute)}, 0, 0},
		"another one soon":                {[]Fault{fault("j1", false, 0), fault("j2", false, time.Minute)}, 1, 2 * time.Minute},
		"another one at the end":          {[]Fault{fault("j1", false, 0), fault("j2", false, time.Hour-1)}, 1, time.Hour - 1 + time.Minute},
		"another one too late":            {[]Fault{fault("j1", false, 0), fault("j2", false, time.Hour)}, 0, time.Hour},
		"a full disk":                     {[]Fault{fault("j1", true, 0)}, 1, time.Minute},
		"a full disk again":               {[]Fault{fault("j1", true, 0), fault("j1", true, time.Minute)}, 2, 3 * time.Minute},
		"a full disk for the third time":  {[]Fault{fault("j1", true, 0), fault("j1", true, 0), fault("j1", true, 0)}, 3, 4 * time.Minute},
		"a full disk for the fourth time": {[]Fault{fault("j1", true, 0), fault("j1", true, 0), fault("j1", true, 0), fault("j1", true, 0)}, 4, 5 * time.Minute},
		"a full disk long after":          {[]Fault{fault("j1", true, 0), fault("j1", true, 2*time.Hour)}, 1, 2*time.Hour + time.Minute},
		"a death does not shorten a rest": {[]Fault{fault("j1", true, 0), fault("j1", false, time.Second)}, 1, time.Minute},
	} {
		var m *MachineFaults
		for _, f := range tt.faults {
			m = f.After(m)
		}
		if m.Faults != tt.n || !m.Rests.Equal(start.Add(tt.rests)) {
			t.Errorf("%s: %d faults, rests until %s; want %d, %s", name, m.Faults, m.Rests.Sub(start), tt.n, tt.rests)
		}
	}
}
