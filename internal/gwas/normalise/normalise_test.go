package normalise

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"cohortium/internal/gwas/fasta"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/variant"
)

// text is a sequence in memory, chromosome 1.
type text string

func (s text) Length(c genome.Chromosome) int32 {
	if c != 1 {
		return 0
	}
	return int32(len(s))
}

func (s text) Append(dst []byte, c genome.Chromosome, start, end int32) ([]byte, error) {
	if c != 1 || start < 1 || int(end) > len(s) || start > end {
		return dst, fasta.ErrRange
	}
	return append(dst, s[start-1:end]...), nil
}

// spelling is a variant in letters.
type spelling struct {
	position int
	ref, alt string
}

// slowly finds the normal form by its definition: of all spellings that make the same
// haplotype, none with an empty allele, those of the fewest bases, and of them the first.
func slowly(s string, v spelling) (spelling, bool) {
	apply := func(p, n int, alt string) string { return s[:p-1] + alt + s[p-1+n:] }
	want := apply(v.position, len(v.ref), v.alt)
	grown := len(want) - len(s)
	best, found := spelling{}, false
	for n := 1; n <= len(v.ref); n++ {
		if n+grown < 1 {
			continue
		}
		for p := 1; p+n-1 <= len(s); p++ {
			alt := want[min(p-1, len(want)):min(p-1+n+grown, len(want))]
			if len(alt) == n+grown && apply(p, n, alt) == want {
				return spelling{p, s[p-1 : p-1+n], alt}, true
			}
		}
	}
	return best, found
}

func fast(t *testing.T, s string, v spelling, swapped bool) (spelling, Outcome) {
	t.Helper()
	d := variant.NewDict()
	ref, okRef := d.Parse([]byte(v.ref))
	alt, okAlt := d.Parse([]byte(v.alt))
	if !okRef || !okAlt {
		t.Fatal(v)
	}
	site := Site{1, int32(v.position), ref, alt}
	if swapped {
		site.A, site.B = alt, ref
	}
	got, outcome, err := New(text(s), d).Site(site)
	if err != nil {
		t.Fatal(err)
	}
	if swapped {
		got.A, got.B = got.B, got.A
	}
	return spelling{int(got.Position), d.Text(got.A), d.Text(got.B)}, outcome
}

// repeats returns a sequence of short repeats behind a base that none of them has.
func repeats(r *rand.Rand, n int) string {
	s := []byte("N")
	for len(s) < n {
		unit := make([]byte, 1+r.IntN(4))
		for i := range unit {
			unit[i] = "ACGT"[r.IntN(2+r.IntN(3))]
		}
		for range 1 + r.IntN(6) {
			s = append(s, unit...)
		}
	}
	return string(s[:n])
}

// TestAgainstTheDefinition: over random variants of sequences with repeats, in either role
// of the alleles, the result is that of a search over all spellings.
func TestAgainstTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	outcomes := map[Outcome]int{}
	for range 30_000 {
		s := repeats(r, 20+r.IntN(60))
		v := spelling{position: 2 + r.IntN(len(s)-12)}
		v.ref = s[v.position-1 : v.position+r.IntN(8)]
		switch r.IntN(3) {
		case 0: // a piece of the sequence again
			from := 1 + r.IntN(len(s)-9)
			v.alt = v.ref + s[from:from+1+r.IntN(8)]
		case 1:
			v.alt = v.ref[:1+r.IntN(len(v.ref))]
		default:
			v.alt = repeats(r, 2+r.IntN(8))[1:]
		}
		if v.alt == v.ref || len(v.ref) == 1 && len(v.alt) == 1 {
			continue
		}
		want, ok := slowly(s, v)
		if !ok {
			t.Fatalf("%s: no spelling of %+v", s, v)
		}
		got, outcome := fast(t, s, v, r.IntN(2) == 0)
		outcomes[outcome]++
		if want.position == 1 { // no base is known before it
			if outcome != Unresolved || got != v {
				t.Fatalf("%s %+v: %+v (%d), want it as it is", s, v, got, outcome)
			}
			continue
		}
		if got != want {
			t.Fatalf("%s %+v: %+v (%d), want %+v", s, v, got, outcome, want)
		}
	}
	for _, o := range []Outcome{Kept, Moved, Trimmed} {
		if outcomes[o] < 1000 {
			t.Errorf("%d variants with outcome %d of 30,000", outcomes[o], o)
		}
	}
}

func TestSite(t *testing.T) {
	//           1234567890123
	const s = "NGCATTTTACACACG"
	for name, tt := range map[string]struct {
		v       spelling
		want    spelling
		outcome Outcome
	}{
		"homopolymer":       {spelling{7, "TT", "T"}, spelling{4, "AT", "A"}, Moved},
		"repeat of two":     {spelling{12, "CAC", "C"}, spelling{8, "TAC", "T"}, Moved},
		"trimmed":           {spelling{4, "ATTTTA", "ATTTA"}, spelling{4, "AT", "A"}, Trimmed},
		"trimmed in front":  {spelling{3, "CATG", "CGG"}, spelling{3, "CATG", "CGG"}, Mismatch},
		"normal":            {spelling{4, "AT", "A"}, spelling{4, "AT", "A"}, Kept},
		"several bases":     {spelling{3, "CAT", "CGG"}, spelling{4, "AT", "GG"}, Trimmed},
		"not the reference": {spelling{3, "GA", "G"}, spelling{3, "GA", "G"}, Mismatch},
		"past the end":      {spelling{15, "GA", "GC"}, spelling{15, "GA", "GC"}, Mismatch},
		"both are there":    {spelling{7, "T", "TT"}, spelling{4, "A", "AT"}, Moved},
		"to the start":      {spelling{2, "G", "GG"}, spelling{2, "G", "GG"}, Unresolved},
		"symbolic":          {spelling{2, "I", "D"}, spelling{2, "I", "D"}, Unresolved},
	} {
		if got, outcome := fast(t, s, tt.v, false); got != tt.want || outcome != tt.outcome {
			t.Errorf("%s: %+v, %d, want %+v, %d", name, got, outcome, tt.want, tt.outcome)
		}
	}
	d := variant.NewDict()
	at, _ := d.Parse([]byte("AT"))
	for _, site := range []Site{{2, 4, at, variant.A}, {1, 0, at, variant.A}, {1, 1 << 30, at, variant.A}, {1, 4, at, at}, {1, 4, variant.Missing, at}} {
		if got, outcome, err := New(text(s), d).Site(site); got != site || outcome == Kept || err != nil {
			t.Errorf("%+v: %+v, %d, %v", site, got, outcome, err)
		}
	}
}

// A repeat may be longer than the pieces in which the sequence is read.
func TestLongRepeat(t *testing.T) {
	s := "GC" + strings.Repeat("AT", 6000) + "G"
	for _, position := range []int{2*6000 - 1, 9001, 35, 33, 3} {
		want := spelling{2, "CAT", "C"}
		if got, outcome := fast(t, s, spelling{position, "ATAT", "AT"}, false); got != want || outcome != Moved {
			t.Errorf("from %d: %+v, %d", position, got, outcome)
		}
	}
}

var update = flag.Bool("update", false, "write the files for bcftools and its answer")

// TestBCFTools: the spellings are those of `bcftools norm` of Debian (1.16), as recorded.
func TestBCFTools(t *testing.T) {
	if *update {
		record(t)
	}
	reference, err := fasta.Open("testdata/repeats.fa")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reference.Close() }()
	given, want := lines(t, "testdata/given.vcf"), lines(t, "testdata/bcftools.txt")
	if len(given) != len(want) || len(given) < 400 {
		t.Fatalf("%d variants, %d answers", len(given), len(want))
	}
	d := variant.NewDict()
	n := New(reference, d)
	for i, line := range given {
		cells := strings.Fields(line)
		ref, _ := d.Parse([]byte(cells[3]))
		alt, _ := d.Parse([]byte(cells[4]))
		var position int32
		if _, err := fmt.Sscan(cells[1], &position); err != nil {
			t.Fatal(err)
		}
		got, _, err := n.Site(Site{1, position, ref, alt})
		if err != nil {
			t.Fatal(err)
		}
		if text := fmt.Sprintf("%d %s %s %s", got.Position, cells[2], d.Text(got.A), d.Text(got.B)); text != want[i] {
			t.Errorf("%s: %s, want %s", line, text, want[i])
		}
	}
}

// lines returns the lines of a file that do not begin with #.
func lines(t *testing.T, path string) []string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var all []string
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		if line := scanner.Text(); !strings.HasPrefix(line, "#") {
			all = append(all, line)
		}
	}
	return all
}

// record writes random variants of a sequence with repeats, and what bcftools makes of them.
func record(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	s := "GATTACA" + strings.ReplaceAll(repeats(r, 3000), "N", "G")
	var fa, vcf strings.Builder
	fa.WriteString(">1\n")
	for at := 0; at < len(s); at += 60 {
		fa.WriteString(s[at:min(len(s), at+60)] + "\n")
	}
	fmt.Fprintf(&vcf, "##fileformat=VCFv4.2\n##contig=<ID=1,length=%d>\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n", len(s))
	for i := range 500 {
		p := 30 + i*(len(s)-60)/500
		ref := s[p-1 : p+r.IntN(7)]
		alt := ref + s[p-10:p-10+1+r.IntN(6)]
		switch i % 3 {
		case 1:
			alt = ref[:1+r.IntN(len(ref))]
		case 2:
			alt = repeats(r, 2+r.IntN(6))[1:]
		}
		if alt != ref {
			fmt.Fprintf(&vcf, "1\t%d\tv%d\t%s\t%s\t.\t.\t.\n", p, i, ref, alt)
		}
	}
	for name, text := range map[string]string{"repeats.fa": fa.String(), "given.vcf": vcf.String(), "repeats.fa.fai": fmt.Sprintf("1\t%d\t3\t60\t61\n", len(s))} {
		if err := os.WriteFile("testdata/"+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), "bash", "-c",
		`bcftools norm -f testdata/repeats.fa testdata/given.vcf | bcftools query -f '%POS %ID %REF %ALT\n' | sort -k2.2n`).Output()
	if err != nil {
		t.Fatal(err)
	}
	order := map[string]string{}
	for line := range strings.Lines(string(out)) {
		order[strings.Fields(line)[1]] = line
	}
	var answer strings.Builder
	for _, line := range lines(t, "testdata/given.vcf") {
		answer.WriteString(order[strings.Fields(line)[2]])
	}
	if err := os.WriteFile("testdata/bcftools.txt", []byte(answer.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}
