package pagedata

import (
	"cmp"
	"container/heap"
	"encoding/json"
	"math"
	"slices"
)

// strongestKey names the strongest rows in the metadata of the Parquet file.
const strongestKey = "cohortium.strongest"

// How much of a table its strongest rows may be.
const (
	strongestRows  = 500
	strongestBytes = 128 << 10 // as JSON
)

// strongest keeps the rows with the least P. A page begins with them: they lie in all
// row groups, so that without it a browser would read the whole table for its first rows.
type strongest struct {
	by, beside *values // P or −log10 P, and −log10 of P values that a double does not hold
	columns    []*values
	most       int
	bytes      int
	kept       strongHeap
}

// strongRow is a row with its cells as JSON.
type strongRow struct {
	key   float64
	row   int64
	cells []byte
}

// compare puts stronger rows first, of equal ones the earlier.
func (r strongRow) compare(other strongRow) int {
	return cmp.Or(cmp.Compare(r.key, other.key), cmp.Compare(r.row, other.row))
}

// strongHeap has the weakest row on top.
type strongHeap []strongRow

func (h strongHeap) Len() int           { return len(h) }
func (h strongHeap) Less(i, j int) bool { return h[i].compare(h[j]) > 0 }
func (h strongHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *strongHeap) Push(x any)        { *h = append(*h, x.(strongRow)) }
func (h *strongHeap) Pop() any {
	last := len(*h) - 1
	row := (*h)[last]
	*h = (*h)[:last]
	return row
}

// newStrongest returns nil for a table without a column of P or −log10 P.
func newStrongest(columns, beside, all []*values) *strongest {
	for _, role := range []Role{P, NegLog10P} {
		i := slices.IndexFunc(columns, func(v *values) bool { return v.Role == role && v.Type == Number })
		if i >= 0 {
			return &strongest{by: columns[i], beside: beside[i], columns: all, most: strongestRows}
		}
	}
	return nil
}

// add takes the row that was added to the columns last.
func (s *strongest) add(row int64) {
	key, ok := s.key()
	r := strongRow{key: key, row: row}
	if !ok || s.most == 0 || len(s.kept) == s.most && r.compare(s.kept[0]) > 0 {
		return
	}
	r.cells = s.cells()
	heap.Push(&s.kept, r)
	s.bytes += len(r.cells)
	for len(s.kept) > s.most || s.bytes > strongestBytes {
		if len(s.kept) <= s.most {
			s.most = len(s.kept) - 1 // rows weaker than a dropped one are not accepted after this
		}
		s.bytes -= len(heap.Pop(&s.kept).(strongRow).cells)
	}
}

// key returns the value that rows are ordered by; a row without P has none.
func (s *strongest) key() (float64, bool) {
	x, ok := s.by.lastNumber()
	if !ok {
		return 0, false
	}
	if s.by.Role == NegLog10P {
		return -x, true
	}
	if s.beside == nil {
		return x, true
	}
	if y, ok := s.beside.lastNumber(); ok {
		return -y, true
	}
	log := math.Log10(x)
	return log, !math.IsNaN(log)
}

func (s *strongest) cells() []byte {
	cells := make([]any, len(s.columns))
	for i, v := range s.columns {
		cells[i] = v.last()
	}
	encoded, _ := json.Marshal(cells) // numbers are finite, the rest is text
	return encoded
}

// metadata returns the file's entry about the rows, strongest first.
func (s *strongest) metadata() string {
	slices.SortFunc(s.kept, strongRow.compare)
	out := struct {
		By         string            `json:"by"`
		Descending bool              `json:"descending"`
		Columns    []string          `json:"columns"`
		Rows       []int64           `json:"rows"`
		Cells      []json.RawMessage `json:"cells"`
	}{By: s.by.ID, Descending: s.by.Role == NegLog10P, Rows: []int64{}, Cells: []json.RawMessage{}}
	for _, v := range s.columns {
		out.Columns = append(out.Columns, v.ID)
	}
	for _, r := range s.kept {
		out.Rows, out.Cells = append(out.Rows, r.row), append(out.Cells, r.cells)
	}
	encoded, _ := json.Marshal(out)
	return string(encoded)
}

// lastNumber returns the number of the row that was added last.
func (v *values) lastNumber() (float64, bool) {
	if !v.present[len(v.present)-1] {
		return 0, false
	}
	return v.numbers[len(v.numbers)-1], true
}

// last returns the cell of the row that was added last; nil is missing. A list is the text of its
// array.
func (v *values) last() any {
	if !v.present[len(v.present)-1] {
		return nil
	}
	switch v.Type {
	case Number:
		return v.numbers[len(v.numbers)-1]
	case Boolean:
		return v.booleans[len(v.booleans)-1]
	default:
		from := int32(0)
		if n := len(v.ends); n > 1 {
			from = v.ends[n-2]
		}
		return string(v.text[from:v.ends[len(v.ends)-1]])
	}
}
