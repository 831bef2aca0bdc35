package job

import (
	"sync"

	"cohortium/internal/platform/phrase"
)

// Part is a part of a job's work: its name in code, the words that people see, and its share of the
// whole.
type Part struct {
	Name   string
	Word   string
	Weight float64
	Rows   bool // its progress counts rows, and the words show them
}

// Meter turns progress within parts into progress of the whole job, in
// thousandths, so that one bar runs from start to end.
type Meter struct {
	mu    sync.Mutex
	rep   Reporter
	parts []Part
	rows  int64
}

// NewMeter returns a meter of parts that follow one another.
func NewMeter(rep Reporter, parts ...Part) *Meter { return &Meter{rep: rep, parts: parts} }

const wholeJob = 1000

// Rows sets how many rows were read so far, which the words then end with.
func (m *Meter) Rows(n int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rows = n
}

func (m *Meter) stage(word string, done, total int64) {
	if m.rows > 0 {
		word += ", " + phrase.Counted(m.rows, "row", "rows")
	}
	m.rep.Stage(word, done, total)
}

// At sets the progress of a part; total 0 while unknown. A part that the meter does not know shows
// its name and no progress.
func (m *Meter) At(name string, done, total int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var before, all float64
	var at *Part
	for i := range m.parts {
		p := &m.parts[i]
		if p.Name == name {
			at = p
		}
		if at == nil {
			before += p.Weight
		}
		all += p.Weight
	}
	if at == nil {
		m.rep.Part(name, m.rows)
		m.stage(name, 0, 0)
		return
	}
	m.rep.Part(name, m.rowsOf(at, done))
	share := 0.0
	if total > 0 {
		share = min(float64(done)/float64(total), 1)
	}
	word := at.Word
	if at.Rows && total > 0 {
		word += ", " + phrase.RowsOf(min(done, total), total)
	}
	m.stage(word, int64(wholeJob*(before+share*at.Weight)/all), wholeJob)
}

// rowsOf returns how many rows a part has worked on.
func (m *Meter) rowsOf(at *Part, done int64) int64 {
	if at.Rows {
		return done
	}
	return m.rows
}
