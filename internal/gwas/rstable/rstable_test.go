package rstable_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/rstable"
	"cohortium/internal/gwas/textfile"
)

// made is a table as maps, and the reference that the file is compared with.
type made struct {
	places   map[uint64]map[string]bool // chromosome:position ref alts
	replaced map[uint64]map[uint64]bool
}

// draw makes a table of some numbers, some with several places, and chains of replaced
// numbers: each is replaced by a smaller one, so that there is no cycle.
func draw(rng *rand.Rand, n int) *made {
	m := &made{map[uint64]map[string]bool{}, map[uint64]map[uint64]bool{}}
	spread := uint64(1 + rng.IntN(50))
	number := func() uint64 { return 1 + rng.Uint64N(uint64(n)*spread) }
	alleles := []string{"", "A C", "T C,G", "G A,C,T", "A AT", "ACG A,AC", "C " + strings.Repeat("ACGT", 30)}
	for range n {
		x := number()
		if m.places[x] == nil {
			m.places[x] = map[string]bool{}
		}
		for range 1 + rng.IntN(8)/7 {
			m.places[x][fmt.Sprintf("%d:%d %s", 1+rng.IntN(25), 1+rng.IntN(1<<28-1), alleles[rng.IntN(len(alleles))])] = true
		}
	}
	for range rng.IntN(n + 1) {
		old := 2 + number()
		current := 1 + rng.Uint64N(old-1)
		if rng.IntN(3) > 0 {
			current = old - 1 // long chains
		}
		if m.replaced[old] == nil {
			m.replaced[old] = map[uint64]bool{}
		}
		m.replaced[old][current] = true
	}
	return m
}

// want returns the answer to a number, by the maps.
func (m *made) want(x uint64) string {
	if places := m.places[x]; len(places) > 0 {
		return strings.Join(slices.Sorted(maps.Keys(places)), "; ")
	}
	if m.replaced[x] == nil {
		return ""
	}
	for m.replaced[x] != nil {
		if len(m.replaced[x]) > 1 {
			return "replaced by several"
		}
		for x = range m.replaced[x] {
		}
	}
	return fmt.Sprintf("replaced by %d", x)
}

func (m *made) build(t *testing.T, rng *rand.Rand, memory int) *rstable.Table {
	t.Helper()
	b := rstable.NewBuilder(t.TempDir(), memory)
	type line struct {
		number  uint64
		place   string
		current uint64
	}
	var lines []line
	for x, places := range m.places {
		for p := range places {
			lines = append(lines, line{number: x, place: p})
		}
	}
	for x, currents := range m.replaced {
		for c := range currents {
			lines = append(lines, line{number: x, current: c})
		}
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.place, b.place), cmp.Compare(a.current, b.current))
	})
	rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	for _, l := range lines {
		var err error
		if l.current > 0 {
			err = b.Replaced(l.number, l.current)
		} else {
			err = b.Place(l.number, parsePlace(t, l.place))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return written(t, b)
}

func written(t *testing.T, b *rstable.Builder) *rstable.Table {
	t.Helper()
	var out bytes.Buffer
	facts, err := b.WriteTo(&out, genome.GRCh38)
	if err := errors.Join(err, b.Close()); err != nil {
		t.Fatal(err)
	}
	table, err := rstable.Open(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if table.Facts != facts {
		t.Errorf("read %+v, wrote %+v", table.Facts, facts)
	}
	return table
}

func parsePlace(t *testing.T, text string) rstable.Place {
	t.Helper()
	cells := strings.Split(text, " ")
	var c, position int
	if _, err := fmt.Sscanf(cells[0], "%d:%d", &c, &position); err != nil {
		t.Fatal(err)
	}
	p := rstable.Place{Chromosome: genome.Chromosome(c), Position: int32(position)}
	if len(cells) > 2 {
		p.Ref, p.Alts = []byte(cells[1]), []byte(cells[2])
	}
	return p
}

func describe(e rstable.Entry) string {
	switch {
	case e.Replaced && e.Current == 0:
		return "replaced by several"
	case e.Replaced:
		return fmt.Sprintf("replaced by %d", e.Current)
	}
	var texts []string
	for _, p := range e.Places {
		text := fmt.Sprintf("%d:%d %s", p.Chromosome, p.Position, p.Ref)
		if len(p.Ref) > 0 {
			text += " " + string(p.Alts)
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return strings.Join(texts, "; ")
}

// TestTableAnswersAsMaps compares random tables with maps, by look-up and by walks over
// random numbers. The small memories make the builder sort in many pieces.
func TestTableAnswersAsMaps(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 5))
		m := draw(rng, 1+rng.IntN(6000))
		table := m.build(t, rng, []int{0, 4 << 10, 64 << 10}[seed%3])
		var asked []uint64
		for range 4000 {
			asked = append(asked, 1+rng.Uint64N(uint64(10+20*len(m.places))))
		}
		asked = append(slices.AppendSeq(slices.AppendSeq(asked, maps.Keys(m.places)), maps.Keys(m.replaced)), rstable.MaxNumber)
		slices.Sort(asked)
		walk := table.Walk()
		for i, x := range asked {
			got, err := walk.At(x)
			if err != nil {
				t.Fatal(err)
			}
			if describe(got) != m.want(x) {
				t.Fatalf("seed %d: rs%d is %q, want %q", seed, x, describe(got), m.want(x))
			}
			if i%50 == 0 {
				if got, err = table.Find(x); err != nil || describe(got) != m.want(x) {
					t.Fatalf("seed %d: found rs%d as %q, %v, want %q", seed, x, describe(got), err, m.want(x))
				}
			}
		}
		if _, err := walk.At(asked[0]); err == nil && asked[0] < asked[len(asked)-1] {
			t.Error("a walk goes back")
		}
		replaced := int64(0)
		for x := range m.replaced {
			if m.places[x] == nil {
				replaced++
			}
		}
		if table.Numbers != int64(len(m.places)) || table.Replaced != replaced {
			t.Errorf("seed %d: %d numbers and %d replaced, want %d and %d", seed, table.Numbers, table.Replaced, len(m.places), replaced)
		}
	}
}

// TestCycles refuses numbers that are replaced by themselves in the end, whatever the
// length of the cycle and of the way into it, and names one of the cycle.
func TestCycles(t *testing.T) {
	for _, length := range []uint64{1, 2, 3, 5, 8, 100, 1000} {
		for _, tail := range []uint64{0, 1, 3000} {
			b := rstable.NewBuilder(t.TempDir(), 64<<10)
			for i := range length {
				if err := b.Replaced(10+i, 10+(i+1)%length); err != nil {
					t.Fatal(err)
				}
			}
			for i := range tail {
				current := 10_000 + i + 1
				if i == tail-1 {
					current = 10
				}
				if err := b.Replaced(10_000+i, current); err != nil {
					t.Fatal(err)
				}
			}
			_, err := b.WriteTo(&bytes.Buffer{}, genome.GRCh37)
			cycle := new(rstable.CycleError)
			if !errors.As(err, &cycle) || cycle.Number < 10 || cycle.Number >= 10+length {
				t.Errorf("length %d, tail %d: %v", length, tail, err)
			}
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestDamage flips each byte of a table: the damage is detected, or does not change any answer.
func TestDamage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	m := draw(rng, 60)
	b := rstable.NewBuilder(t.TempDir(), 0)
	for x, places := range m.places {
		for p := range places {
			if err := b.Place(x, parsePlace(t, p)); err != nil {
				t.Fatal(err)
			}
		}
	}
	var out bytes.Buffer
	if _, err := b.WriteTo(&out, genome.GRCh38); err != nil {
		t.Fatal(err)
	}
	for at := range out.Len() {
		raw := bytes.Clone(out.Bytes())
		raw[at] ^= 1 << rng.IntN(8)
		table, err := rstable.Open(bytes.NewReader(raw), int64(len(raw)))
		if err == nil {
			_, err = table.Find(slices.Max(slices.Collect(maps.Keys(m.places))))
		}
		if !errors.Is(err, rstable.ErrFormat) {
			t.Errorf("byte %d: %v", at, err)
		}
	}
	for n := range out.Len() {
		if _, err := rstable.Open(bytes.NewReader(out.Bytes()[:n]), int64(n)); !errors.Is(err, rstable.ErrFormat) {
			t.Fatalf("cut at %d: %v", n, err)
		}
	}
}

// TestReadPlaces reads the two forms of sources. FuzzOpen reads directories that no table has, with
// a checksum that fits and some bytes of blocks in front.
func FuzzOpen(f *testing.F) {
	var whole bytes.Buffer
	b := rstable.NewBuilder(f.TempDir(), 0)
	if err := b.Place(7, rstable.Place{Chromosome: 1, Position: 5}); err != nil {
		f.Fatal(err)
	}
	if _, err := b.WriteTo(&whole, genome.GRCh38); err != nil {
		f.Fatal(err)
	}
	end := whole.Bytes()[whole.Len()-24:]
	at, n := binary.LittleEndian.Uint64(end), binary.LittleEndian.Uint32(end[8:])
	f.Add(whole.Bytes()[at:][:n], uint16(at), n)
	f.Add([]byte("x"), uint16(0), uint32(math.MaxUint32))
	f.Add([]byte("\x06GRCh38\x01\x01\x00\xff\xff\xff\xff\x0f"), uint16(0), uint32(0))
	f.Fuzz(func(t *testing.T, directory []byte, blocks uint16, declared uint32) {
		defer memtest.Bound(t, 1<<20+16*(len(directory)+int(blocks)))()
		if declared == 0 {
			declared = uint32(len(directory))
		}
		raw := append(make([]byte, blocks), directory...)
		raw = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(raw, uint64(blocks)), declared)
		raw = binary.LittleEndian.AppendUint32(raw, crc32.Checksum(directory, crc32.MakeTable(crc32.Castagnoli)))
		table, err := rstable.Open(bytes.NewReader(append(raw, end[16:]...)), int64(len(raw)+8))
		if err == nil {
			_, err = table.Find(7)
		}
		if err != nil && !errors.Is(err, rstable.ErrFormat) {
			t.Error(err)
		}
	})
}

func TestReadPlaces(t *testing.T) {
	const vcf = "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n" +
		"NC_000001.11\t100\trs5\tA\tC,G\t.\t.\tRS=5\nNC_000023.11\t7\trs9\tac\tA,<DEL>\t.\t.\t.\nNT_113901.1\t7\trs9\tA\tC\t.\t.\t.\n1\t8\t.\tA\tC\t.\t.\t.\n1\t9\trs3\tA\t.\t.\t.\t.\n1\t9\trs4\tA\t<DUP>\t.\t.\t.\n"
	for name, tt := range map[string]struct {
		text     string
		want     map[uint64]string
		unusable int64
	}{
		"a VCF":                   {vcf, map[uint64]string{5: "1:100 A C,G", 9: "23:7 AC A", 3: "", 4: ""}, 4},
		"a table without alleles": {"rsid,chr,pos\nrs7,X,12\nrs8,1,0\n", map[uint64]string{7: "23:12 ", 8: ""}, 1},
		"a table with alleles":    {"chromosome position rsID ref alt\n2 5 rs1 A AT\n", map[uint64]string{1: "2:5 A AT"}, 0},
	} {
		b := rstable.NewBuilder(t.TempDir(), 0)
		seen := 0
		facts, err := rstable.ReadPlaces(strings.NewReader(tt.text), b, func(genome.Chromosome, int32, uint64) { seen++ })
		if err != nil {
			t.Fatal(name, err)
		}
		table := written(t, b)
		for x, want := range tt.want {
			if got, err := table.Find(x); err != nil || describe(got) != want {
				t.Errorf("%s: rs%d is %q, %v, want %q", name, x, describe(got), err, want)
			}
		}
		if facts.Unusable != tt.unusable || int64(seen) != facts.Places {
			t.Errorf("%s: %+v, %d seen", name, facts, seen)
		}
	}
	fault := new(textfile.FileError)
	if _, err := rstable.ReadPlaces(
		strings.NewReader("rsid\tbeta\nrs1\t2\n"),
		rstable.NewBuilder("", 0),
		nil,
	); !errors.As(err, &fault) ||
		!strings.Contains(err.Error(), "rs number, chromosome and position") {
		t.Error(err)
	}
}

func TestReadReplaced(t *testing.T) {
	for name, tt := range map[string]struct {
		text, fault string
		n           int64
	}{
		"RsMergeArch":   {"77\t5\t110\t2005\n5\t4\t111\t2005\n", "", 2},
		"with a header": {"old_snp,current_snp\nrs77,rs5\n\n# more\nrs5,rs4\n", "", 2},
		"one column":    {"rs77 rs5\nrs5\n", "line 2: This line does not begin with two rs numbers.", 1},
		"no numbers":    {"a b\nc d\n", "line 2", 0},
	} {
		b := rstable.NewBuilder(t.TempDir(), 0)
		n, err := rstable.ReadReplaced(strings.NewReader(tt.text), b)
		if n != tt.n || (err == nil) != (tt.fault == "") || err != nil && !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(tt.fault)) {
			t.Errorf("%s: %d, %v", name, n, err)
		}
		if err == nil {
			if got, err := written(t, b).Find(77); err != nil || describe(got) != "replaced by 4" {
				t.Errorf("%s: %q, %v", name, describe(got), err)
			}
		}
	}
}
