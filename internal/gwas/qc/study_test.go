package qc

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"

	"github.com/klauspost/compress/gzip"
)

// memory is an Output that keeps the files.
type memory struct {
	mu    sync.Mutex
	files map[string]*bytes.Buffer
}

func newMemory() *memory { return &memory{files: map[string]*bytes.Buffer{}} }

func (m *memory) Create(name string) (io.WriteCloser, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[name] = &bytes.Buffer{}
	return nopCloser{m.files[name]}, nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// text unpacks one file.
func (m *memory) text(t testing.TB, name string) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(m.files[name].Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func opener(text string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
}

// planted is a made-up study with a panel; the truth of every row is known.
type planted struct {
	random  *rand.Rand
	panel   []string
	rows    []string
	truth   []string // lines of the clean file: chr pos ea oa beta se eaf p
	place   map[genome.Chromosome]int32
	counts  map[string]int64 // by reason
	classes [4]int64
}

func newPlanted(seed uint64) *planted {
	return &planted{random: rand.New(rand.NewPCG(seed, 1)), place: map[genome.Chromosome]int32{}, counts: map[string]int64{}}
}

const plantedHeader = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tn\tinfo\n"

// next returns a new place, X included.
func (p *planted) next() (genome.Chromosome, int32) {
	c := genome.Chromosome(1 + p.random.IntN(23))
	p.place[c] += 100 + p.random.Int32N(20_000)
	return c, p.place[c]
}

// pair returns two bases, palindromic or not.
func (p *planted) pair(palindromic bool) (ref, alt string) {
	for {
		i, j := p.random.IntN(4), p.random.IntN(4)
		if i != j && (i+j == 3) == palindromic {
			return "ACGT"[i : i+1], "ACGT"[j : j+1]
		}
	}
}

func complement(base string) string {
	return strings.NewReplacer("A", "T", "C", "G", "G", "C", "T", "A").Replace(base)
}

// record is one row of a study before it is written.
type record struct {
	chromosome string
	position   int32
	ea, oa     string
	beta, se   float64
	eaf        float64
	p          string
	n          int
	info       float64
}

func (r record) String() string {
	return fmt.Sprintf("%s\t%d\t%s\t%s\t%g\t%g\t%g\t%s\t%d\t%g", r.chromosome, r.position, r.ea, r.oa, r.beta, r.se, r.eaf, r.p, r.n, r.info)
}

// variant adds a site to the panel and returns the study's row of it, aligned
// to the panel, with P that follows from beta and SE.
func (p *planted) variant(ref, alt string, af float64) record {
	c, position := p.next()
	name := c.String()
	p.panel = append(p.panel, fmt.Sprintf("%s\t%d\t.\t%s\t%s\t.\tPASS\tAC=1;AF=%g;AN=9", name, position, ref, alt, af))
	se := 1 / math.Sqrt(2*af*(1-af)*10_000)
	z := p.random.NormFloat64()
	se, beta := rounded(se, 5), rounded(z*se, 5)
	return record{chromosome: name, position: position, ea: alt, oa: ref, beta: beta, se: se, eaf: rounded(af+0.01*(p.random.Float64()-0.5), 4),
		p: fmt.Sprintf("%.6g", math.Pow(10, -stat.NegLog10PFromZ(beta/se))), n: 10_000, info: 0.95}
}

func rounded(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale) / scale
}

// clean writes the truth of a row that must survive.
func (p *planted) clean(r record, class int) {
	c, _ := genome.ParseChromosome([]byte(r.chromosome))
	p.truth = append(p.truth, fmt.Sprintf("%d\t%d\t%s\t%s\t%g\t%g\t%g\t%s\t%d\t%g", c, r.position, r.ea, r.oa, r.beta, r.se, r.eaf, r.p, r.n, r.info))
	p.classes[class]++
}

func (p *planted) turned(r record) record {
	r.ea, r.oa, r.beta, r.eaf = r.oa, r.ea, 0-r.beta, rounded(1-r.eaf, 4)
	return r
}

func flipped(r record) record {
	r.ea, r.oa = complement(r.ea), complement(r.oa)
	return r
}

// frequencyOf draws a frequency away from 0, 1 and one half.
func (p *planted) frequencyOf() float64 {
	f := rounded(0.05+0.33*p.random.Float64(), 3)
	if p.random.IntN(2) == 0 {
		return rounded(1-f, 3)
	}
	return f
}

func (p *planted) add(r record) { p.rows = append(p.rows, r.String()) }

func (p *planted) leftOut(reason string, r record) {
	p.add(r)
	p.counts[reason]++
}

// plant fills a study of known outcome; scale multiplies every count.
func (p *planted) plant(scale int) {
	for range 600 * scale {
		r := p.variant(p.snp(false))
		p.add(r)
		p.clean(r, 0)
	}
	for range 120 * scale {
		r := p.variant(p.snp(false))
		p.add(p.turned(r))
		p.clean(r, 1)
	}
	for range 80 * scale {
		r := p.variant(p.snp(false))
		p.add(flipped(r))
		p.clean(r, 2)
	}
	for range 40 * scale {
		r := p.variant(p.snp(false))
		p.add(flipped(p.turned(r)))
		p.clean(r, 3)
	}
	p.plantPalindromes(scale)
	p.plantIndels(scale)
	p.plantFaults(scale)
	p.random.Shuffle(len(p.rows), func(i, j int) { p.rows[i], p.rows[j] = p.rows[j], p.rows[i] })
	p.random.Shuffle(len(p.panel), func(i, j int) { p.panel[i], p.panel[j] = p.panel[j], p.panel[i] })
}

func (p *planted) snp(palindromic bool) (ref, alt string, af float64) {
	ref, alt = p.pair(palindromic)
	return ref, alt, p.frequencyOf()
}

func (p *planted) plantPalindromes(scale int) {
	for range 30 * scale {
		r := p.variant(p.snp(true))
		p.add(r)
		p.clean(r, 0)
	}
	for range 20 * scale {
		r := p.variant(p.snp(true))
		p.add(flipped(r)) // reads as the same pair exchanged
		p.clean(r, 2)
	}
	for range 15 * scale {
		ref, alt := p.pair(true)
		p.leftOut("palindromic", p.variant(ref, alt, 0.5))
	}
}

func (p *planted) plantIndels(scale int) {
	for range 20 * scale {
		r := p.variant("A", "ACGT", p.frequencyOf())
		p.add(r)
		p.clean(r, 0)
	}
	for range 10 * scale {
		r := p.variant("A", "ACG", p.frequencyOf())
		coded := r
		coded.ea, coded.oa = "I", "D"
		p.add(coded)
		p.clean(r, 0)
		deletion := p.variant("GTT", "G", p.frequencyOf())
		coded = p.turned(deletion)
		coded.ea, coded.oa = "I", "D"
		p.add(coded)
		p.clean(deletion, 1)
	}
}

func (p *planted) plantFaults(scale int) {
	fault := func(n int, reason string, change func(*record)) {
		for range n * scale {
			r := p.variant(p.snp(false))
			change(&r)
			p.leftOut(reason, r)
		}
	}
	fault(9, "allele_mismatch", func(r *record) { r.ea, r.oa = "ACG", "TTT" })
	fault(11, "not_in_panel", func(r *record) { r.position++ })
	fault(13, "frequency_difference", func(r *record) { r.eaf = rounded(1-r.eaf, 4) })
	fault(7, "monomorphic", func(r *record) { r.eaf = 0 })
	fault(6, "low_n", func(r *record) { r.n = 29 })
	fault(5, "low_mac", func(r *record) { r.eaf = 0.0002 })
	fault(8, "low_info", func(r *record) { r.info = 0.39 })
	fault(3, "p_value_out_of_range", func(r *record) { r.p = "1.5" })
	fault(4, "standard_error_not_positive", func(r *record) { r.se = 0 })
	fault(2, "chromosome_unknown", func(r *record) { r.chromosome = "Un_7" })
	fault(2, "position_beyond_end", func(r *record) { r.position = 260_000_000 })
	for range 10 * scale {
		r := p.variant(p.snp(false))
		p.add(r)
		p.clean(r, 0)
		again := flipped(p.turned(r)) // the same variant in other words, of a smaller sample
		again.n = 9_000
		p.leftOut("duplicate", again)
	}
}

func (p *planted) study() string { return plantedHeader + strings.Join(p.rows, "\n") + "\n" }

func (p *planted) vcf() string {
	return "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n" + strings.Join(p.panel, "\n") + "\n"
}
