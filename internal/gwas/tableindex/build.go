package tableindex

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

const (
	defaultMemory = 192 << 20
	leastMemory   = 8 << 20
	mostMemory    = 4 << 30 // places in a chunk have 32 bits
)

// Why rows cannot be taken in their order; neither leaves this package.
var (
	errNotOrdered = errors.New("the rows are not in order")
	errNotInPlace = errors.New("the source holds more than rows")
)

// builder is one build.
type builder struct {
	ctx    context.Context
	src    Source
	spec   Spec
	out    Output
	opt    Options
	clock  progress
	sum    Summary
	layout *layout
	types  map[string]Type

	counting Counting
	counts   counts

	kept    recognise.Kept // the judgement of the first rows
	sampled sumstats.LineSample

	expected int64 // bytes of text, estimated from the beginning
	contigs  contigs
}

// maxContigs is how many contigs an index names; the rows of others are found too.
const maxContigs = 20_000

// contigs are those of the rows of the index.
type contigs struct {
	chromosomes [256]bool // by their byte in a key
	last        []byte    // as part of a key, of the others
	others      map[string]bool
}

// add notes the contig of a row.
func (c *contigs) add(key []byte) {
	if len(key) == 1 {
		c.chromosomes[key[0]] = true
		return
	}
	if bytes.Equal(key, c.last) || len(c.others) > maxContigs {
		return
	}
	c.last = append(c.last[:0], key...)
	if name, _, ok := decodeContig(key); ok {
		if c.others == nil {
			c.others = map[string]bool{}
		}
		c.others[name] = true
	}
}

// join adds those of another part of the table.
func (c *contigs) join(part *contigs) {
	for i, there := range part.chromosomes {
		c.chromosomes[i] = c.chromosomes[i] || there
	}
	if c.others == nil {
		c.others = map[string]bool{}
	}
	maps.Copy(c.others, part.others)
}

// sorted returns none when there are too many.
func (c *contigs) sorted() []string {
	var all []string
	for i, there := range c.chromosomes {
		if name, _, ok := decodeContig([]byte{byte(i)}); ok && there {
			all = append(all, name)
		}
	}
	all = slices.AppendSeq(all, maps.Keys(c.others))
	if len(all) > maxContigs {
		return nil
	}
	slices.Sort(all)
	return all
}

// Build makes an index of a file. Rows of a source in BGZF that are in the order of the schema stay
// where they are; those of any other are written in that order, equal keys in the order of the
// source. It fails at the first row that cannot have a place: errors are *textfile.FileError for
// the file, *RowError for a row, *ColumnError for the schema, and those of the output. The source
// is read again when its rows turn out not to be in order.
func Build(ctx context.Context, src Source, spec Spec, out Output, opt Options) (Summary, error) {
	if opt.Memory <= 0 {
		opt.Memory = defaultMemory
	}
	opt.Memory = min(max(opt.Memory, leastMemory), mostMemory)
	b := &builder{ctx: ctx, src: src, spec: spec, out: out, opt: opt, clock: progress{report: opt.Progress}}
	first, err := openSource(src)
	if err != nil {
		return Summary{}, err
	}
	b.layout, b.expected = first.layout, first.expected()
	s, err := sampled(first)
	if err != nil {
		return Summary{}, err
	}
	counting := s.counting(spec.Schema, spec.Coordinates)
	if counting.Coordinates == "" {
		return Summary{}, &CountingError{counting}
	}
	if spec.Schema.Locus != nil {
		b.counting = counting
	}
	b.counts = counts{Coordinates: counting.Coordinates, assumed: !counting.Stated, ends: b.layout.reachesEnds(spec.Schema)}
	b.types = s.types
	for name, t := range spec.Types {
		if _, known := b.types[name]; !known {
			return Summary{}, &ColumnError{Column: name, Known: b.layout.Names}
		}
		b.types[name] = t
	}
	k, err := b.keyer()
	if err != nil {
		return Summary{}, err
	}
	if err := b.judgeBeginning(); err != nil {
		return Summary{}, err
	}
	err = errNotOrdered
	if k.choices() == 1 && s.inOrder(k) {
		err = b.inOrder(first)
	}
	if errors.Is(err, errNotOrdered) {
		err = b.sorted()
	}
	return b.sum, err
}

func (b *builder) keyer() (*keyer, error) {
	return newKeyer(b.layout, b.spec.Schema, b.types, b.counts)
}

// inOrder takes the rows in their order, in place if that is possible.
func (b *builder) inOrder(first *opened) error {
	if blocks, ok := b.blocksInPlace(first); ok {
		err := b.inPlace(blocks)
		if !errors.Is(err, errNotInPlace) {
			return err
		}
	}
	return b.copied()
}

// blocksInPlace returns the blocks of a source whose text consists of its rows.
func (b *builder) blocksInPlace(o *opened) ([]regionindex.BlockStart, bool) {
	ends := o.head.Ends.String()
	if o.file.Compression != "bgzip" || o.file.Encoding != "utf-8" || ends != "lf" && ends != "crlf" {
		return nil, false
	}
	if _, err := regionindex.OpenLines(b.src.Data, b.src.Size, regionindex.Limits{}); err != nil {
		return nil, false
	}
	blocks, err := regionindex.BlockStarts(b.src.Data, b.src.Size)
	return blocks, err == nil // reading reports what is wrong with it
}

// inPlace notes where the rows of the source are. All lines behind the header must be rows of the
// index, up to the last one.
func (b *builder) inPlace(blocks []regionindex.BlockStart) error {
	at, gap, end := 0, false, int64(0)
	u := newUnits(b.spec.Schema.Locus != nil)
	err := b.scan(func(line []byte, entries []entry, _, offset int64) error {
		if len(entries) == 0 {
			gap = true
			return nil
		}
		if gap || bytes.IndexByte(line, '\r') >= 0 {
			return errNotInPlace
		}
		for at+1 < len(blocks) && blocks[at+1].Text <= offset {
			at++
		}
		if at+1 == len(blocks) {
			return errNotInPlace // a block is longer than it states; reading to the end reports the damage
		}
		e := entries[0]
		if u.entries > 0 && bytes.Compare(u.last, e.key) > 0 {
			return errNotOrdered
		}
		u.add(e.key, e.behind, line, blocks[at].File, int(offset-blocks[at].Text))
		end = offset + int64(len(line))
		return nil
	})
	if err != nil {
		return err
	}
	for at+2 < len(blocks) && blocks[at+1].Text <= end {
		at++
	}
	return b.finish(u, uint64(blocks[at].File)<<16|uint64(end-blocks[at].Text), b.src.Size, true)
}

// copied writes the rows as they come.
func (b *builder) copied() error {
	w, err := b.newData()
	if err != nil {
		return err
	}
	err = b.scan(func(line []byte, entries []entry, _, _ int64) error {
		for _, e := range entries {
			if w.units.entries > 0 && bytes.Compare(w.units.last, e.key) > 0 {
				return errNotOrdered
			}
			if err := w.add(e.key, e.behind, line); err != nil {
				return err
			}
		}
		return nil
	})
	return b.close(w, err)
}

// scan calls f with each line of the source that is a row, and with the entries that
// it makes; a row that lacks its keys makes none and is counted. Lines that are no
// rows, blank ones among them, have no entries either.
func (b *builder) scan(f func(line []byte, entries []entry, no, at int64) error) error {
	o, err := openSource(b.src)
	if err != nil {
		return err
	}
	by, met := make([]*keyer, keyers()), make([]contigs, keyers())
	for i := range by {
		if by[i], err = b.keyer(); err != nil {
			return err
		}
	}
	b.sum, b.contigs = Summary{Format: b.layout.Format, Counting: b.counting}, contigs{}
	b.sampled = sumstats.LineSample{}
	b.clock.begin(Reading)
	err = o.keyed(b.ctx, by, met, func(batch *batch, at int64) error {
		for i := range batch.lines {
			line := &batch.lines[i]
			entries := batch.made[line.first:line.last]
			if line.row {
				b.count(entries, line.no)
				b.sampled.Add(line.text, uint32(line.no))
			}
			b.clock.at(b.sum.Rows+b.sum.Skipped, o.stored.n.Load(), b.src.Size)
			if err := f(line.text, entries, line.no, at+line.at); err != nil {
				return err
			}
		}
		return nil
	})
	for i := range met {
		b.contigs.join(&met[i])
	}
	if err != nil {
		return err
	}
	return b.judgeAll()
}

func (b *builder) count(entries []entry, no int64) {
	b.sum.Entries += int64(len(entries))
	if len(entries) > 0 {
		b.sum.Rows++
		return
	}
	if b.sum.Skipped == 0 {
		b.sum.SkippedAt = no
	}
	b.sum.Skipped++
}

// level of the compression: an eighth quicker than the one that the files of results have,
// for one part in a hundred more bytes.
const level = 2

// data writes rows in order.
type data struct {
	file  io.WriteCloser
	bgzf  *regionindex.BGZFWriter
	units *units
}

func (b *builder) newData() (*data, error) {
	file, err := b.out.Data()
	if err != nil {
		return nil, err
	}
	w := &data{file: file, units: newUnits(b.spec.Schema.Locus != nil),
		bgzf: regionindex.NewBGZFWriter(file, regionindex.BGZFOptions{BlockSize: b.opt.block, Level: level})}
	if b.layout.Header != "" {
		_, err = fmt.Fprintln(w.bgzf, b.layout.Header)
	}
	if err != nil {
		err = errors.Join(err, w.bgzf.Close(), file.Close())
	}
	return w, err
}

func (w *data) add(key []byte, behind uint32, line []byte) error {
	w.bgzf.KeepWhole(len(line) + 1)
	block, offset := w.bgzf.Place()
	w.units.add(key, behind, line, block, offset)
	if _, err := w.bgzf.Write(line); err != nil {
		return err
	}
	_, err := w.bgzf.Write([]byte{'\n'})
	return err
}

// close ends the data, of which err is nil if all rows are there, and writes the index.
func (b *builder) close(w *data, err error) error {
	if closing := errors.Join(w.bgzf.Close(), w.file.Close()); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	for i := range w.units.list {
		w.units.list[i].block = w.bgzf.Start(w.units.list[i].block)
	}
	block, offset := w.bgzf.Place()
	end := uint64(w.bgzf.Start(block))<<16 | uint64(offset)
	b.sum.DataBytes = w.bgzf.Size()
	return b.finish(w.units, end, w.bgzf.Size(), false)
}

// finish writes the index.
func (b *builder) finish(u *units, end uint64, size int64, inPlace bool) error {
	if u.entries == 0 {
		what := "The file has no rows."
		if b.sum.Skipped > 0 {
			what = fmt.Sprintf("None of the %d rows has a value in each column of the schema.", b.sum.Skipped)
		}
		return &textfile.FileError{Code: textfile.CodeNoRows, What: what, Remedy: "Choose other columns, or send the table with its rows."}
	}
	b.sum.InPlace = inPlace
	head := b.head(u, end, size)
	text, generation := encodeIndex(head, u)
	b.sum.Generation, b.sum.IndexBytes = generation, int64(len(text))
	file, err := b.out.Index()
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}

// progress reports the progress of a stage, a few times a second.
type progress struct {
	report   func(Progress)
	stage    Stage
	began    time.Time
	reported time.Time
	rows     int
}

func (p *progress) begin(s Stage) { p.stage, p.began, p.reported = s, time.Now(), time.Time{} }

// at is called for each row.
func (p *progress) at(rows, done, total int64) {
	if p.rows++; p.report == nil || p.rows&0xfff != 0 {
		return
	}
	now := time.Now()
	if now.Sub(p.reported) < 200*time.Millisecond {
		return
	}
	p.reported = now
	reported := Progress{Stage: p.stage, Rows: rows, Done: min(done, total), Total: total}
	if spent := now.Sub(p.began); spent > time.Second && done > 0 {
		reported.Left = time.Duration(float64(spent) * float64(max(total-done, 0)) / float64(done))
	}
	p.report(reported)
}
