package ld

import (
	"container/heap"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/textfile"
)

// ordered brings rows into order that belong a little further on than where they were read: the
// second end of a pair, a variant whose alleles were shortened. Rows before the place that is being
// read are final and are written.
type ordered struct {
	out        *regionindex.Writer
	chromosome genome.Chromosome
	done       map[genome.Chromosome]bool
	position   int32
	held       rows
	number     int
	bytes      int
}

// heldMost is how many bytes of rows may wait.
const heldMost = 512 << 20

func newOrdered(out *regionindex.Writer, kind Kind, columns string) (*ordered, error) {
	if err := out.WriteHeader([]byte(mark + string(kind))); err != nil {
		return nil, err
	}
	return &ordered{out: out, done: map[genome.Chromosome]bool{}}, out.WriteHeader([]byte(columns))
}

// advance reports that a row at a place is being read.
func (w *ordered) advance(line int64, c genome.Chromosome, position int32) error {
	const remedy = "Sort the file by chromosome and position."
	switch {
	case c == w.chromosome && position < w.position:
		return textfile.Fault(line, remedy, "Position %d of chromosome %s follows %d.", position, c, w.position)
	case c != w.chromosome && w.done[c]:
		return textfile.Fault(line, remedy, "Chromosome %s comes a second time.", c)
	case c != w.chromosome:
		if err := w.flush(); err != nil {
			return err
		}
		w.chromosome, w.done[c] = c, true
	}
	w.position = position
	return w.write(position)
}

// hold keeps a row until all before it have been written.
func (w *ordered) hold(line int64, position int32, text []byte) error {
	if w.bytes += len(text); w.bytes > heldMost {
		return textfile.Fault(line, "Make it with a smaller window, such as --ld-window-kb 1000.", "The pairs reach so far that they cannot be sorted here.")
	}
	w.number++
	heap.Push(&w.held, row{position, w.number, text})
	return nil
}

// write writes the rows before a position.
func (w *ordered) write(position int32) error {
	for len(w.held) > 0 && w.held[0].position < position {
		r := heap.Pop(&w.held).(row)
		w.bytes -= len(r.text)
		if err := w.out.WriteRow(r.text, w.chromosome, r.position); err != nil {
			return err
		}
	}
	return nil
}

// flush writes all that waits.
func (w *ordered) flush() error {
	const behindAll = 1<<31 - 1
	return w.write(behindAll)
}

type row struct {
	position int32
	number   int // in which order they came
	text     []byte
}

type rows []row

func (r rows) Len() int { return len(r) }
func (r rows) Less(i, j int) bool {
	return r[i].position < r[j].position || r[i].position == r[j].position && r[i].number < r[j].number
}
func (r rows) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r *rows) Push(x any)   { *r = append(*r, x.(row)) }
func (r *rows) Pop() any {
	old := *r
	last := old[len(old)-1]
	old[len(old)-1].text = nil
	*r = old[:len(old)-1]
	return last
}
