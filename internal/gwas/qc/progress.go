package qc

import "sync"

// Progress is how far a run is. Total is 0 when unknown.
type Progress struct {
	Stage       string
	Done, Total int64
}

// The stages of a run, in order, in words for people.
const (
	StageReading  = "Reading and sorting"  // bytes of study and panel as stored
	StagePlacing  = "Placing by rs number" // rows, only for studies without positions
	StageChecking = "Checking"             // rows
	StageFigures  = "Drawing figures"      // files
)

// progressMeter counts within a stage and reports now and then.
type progressMeter struct {
	mu       sync.Mutex
	report   func(Progress)
	now      Progress
	reported int64
}

func (p *progressMeter) begin(stage string, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now, p.reported = Progress{Stage: stage, Total: total}, 0
	p.tell()
}

func (p *progressMeter) advance(n int) {
	if p.report == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now.Done += int64(n)
	if p.now.Done-p.reported >= max(p.now.Total/200, 4096) || p.now.Done == p.now.Total {
		p.tell()
	}
}

func (p *progressMeter) tell() {
	p.reported = p.now.Done
	if p.report != nil {
		p.report(p.now)
	}
}
