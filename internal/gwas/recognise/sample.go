package recognise

import (
	"bytes"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// sample is the rows that Inspect looks at: the first ones and, when the whole
// file is read, some of every later part.
type sample struct {
	rows     []sampleRow
	ragged   []uint32 // line numbers of rows with another number of cells
	raggedN  int64
	several  int64 // rows of a VCF with several alternate alleles
	repeated int64 // header lines inside the table
	total    int64 // rows seen; all of the file when it was read to its end
	whole    bool
	fault    error // the error that ended the file early, or prevents reading it
}

type sampleRow struct {
	line  []byte
	spans []textfile.Span
	no    uint32
}

func (r sampleRow) cell(col int) []byte { return textfile.TrimCell(r.spans[col].Of(r.line)) }

// sampler collects rows line by line.
type sampler struct {
	layout *sumstats.Layout
	whole  bool
	first  int // rows taken from the beginning
	later  int // rows taken from the rest, at most
	stride int64
	sample sample
	tail   []sampleRow
	spans  []textfile.Span

	bytes, tailBytes int // held by the rows taken from the beginning and from the rest
}

// sampleBytes is how much memory the rows from the beginning may take, and a quarter of it those
// from the rest: few rows of thousands of columns are as informative.
const sampleBytes = 16 << 20

// size returns the memory that a row takes.
func (r sampleRow) size() int { return cap(r.line) + 8*cap(r.spans) }

// full reports whether the beginning has been seen.
func (s *sampler) full() bool { return len(s.sample.rows) >= s.first || s.bytes >= sampleBytes }

// takeSample reads rows from the text. Without whole it stops after the first rows; with it, it
// continues to the end and keeps a regular sample of the rows.
func takeSample(ch *textfile.Chunker, l *sumstats.Layout, opt InspectOptions, partial bool) sample {
	s := &sampler{layout: l, whole: opt.Whole, first: opt.Rows, later: opt.Rows / 5, stride: 1}
	j := &textfile.Chunk{}
	for {
		more := ch.Next(j)
		if partial && !more {
			j.Text = j.Text[:bytes.LastIndexByte(j.Text, '\n')+1]
		}
		j.EachLine(s.take)
		if j.Err != nil {
			if !partial {
				s.sample.fault = j.Err
			}
			break
		}
		if !more {
			s.sample.whole = !partial && (opt.Whole || !s.full())
			break
		}
		if !opt.Whole && s.full() {
			break
		}
	}
	s.sample.rows = append(s.sample.rows, s.tail...)
	return s.sample
}

func (s *sampler) take(line []byte, no uint32) {
	spans, kind := s.layout.Cut(line, s.spans, false)
	s.spans = spans
	switch kind {
	case textfile.Blank, textfile.Comment:
		return
	case textfile.Repeated:
		s.sample.repeated++
		return
	case textfile.Reordered:
		if s.sample.fault == nil {
			s.sample.fault = textfile.Misplaced(int64(no))
		}
		return
	}
	s.sample.total++
	if !s.whole && s.full() {
		return
	}
	beginning := !s.full()
	if !beginning && s.sample.total%s.stride != 0 {
		return
	}
	if kind != textfile.Row {
		s.sample.raggedN++
		if len(s.sample.ragged) < 5 {
			s.sample.ragged = append(s.sample.ragged, no)
		}
		return
	}
	if v := s.layout.VCF; v != nil {
		if v.SeveralAlternates(line, spans) {
			s.sample.several++
			return
		}
		spans = v.Unfold(line, spans)
	}
	row := sampleRow{line: bytes.Clone(line), spans: append([]textfile.Span(nil), spans...), no: no}
	if beginning {
		s.sample.rows = append(s.sample.rows, row)
		s.bytes += row.size()
		return
	}
	s.tail = append(s.tail, row)
	s.tailBytes += row.size()
	for len(s.tail) > 1 && (len(s.tail) > s.later || s.tailBytes > sampleBytes/4) {
		s.thin()
	}
}

// thin halves the rows taken from the rest and the rate at which more are taken.
func (s *sampler) thin() {
	kept := s.tail[:0]
	s.tailBytes = 0
	for i := 1; i < len(s.tail); i += 2 {
		kept = append(kept, s.tail[i])
		s.tailBytes += s.tail[i].size()
	}
	clear(s.tail[len(kept):])
	s.tail = kept
	s.stride *= 2
}
