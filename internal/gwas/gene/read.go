package gene

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"cohortium/internal/gwas/genome"
)

// The lists are written by gengenes.go.
//
//go:embed GRCh37.genes.gz GRCh38.genes.gz
var lists embed.FS

var inside = map[genome.Build]func() (*List, error){
	genome.GRCh37: sync.OnceValues(func() (*List, error) { return open(genome.GRCh37) }),
	genome.GRCh38: sync.OnceValues(func() (*List, error) { return open(genome.GRCh38) }),
}

// Inside returns the list of an assembly that is part of the program; ok is false for assemblies
// without one. It is read at the first call.
func Inside(b genome.Build) (l *List, ok bool) {
	read, ok := inside[b]
	if !ok {
		return nil, false
	}
	l, err := read()
	if err != nil {
		panic(fmt.Sprintf("gene: the list of %s that is part of the program: %v", b, err)) // a test reads it
	}
	return l, true
}

func open(b genome.Build) (*List, error) {
	packed, err := lists.ReadFile(string(b) + ".genes.gz")
	if err != nil {
		return nil, err
	}
	plain, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	l, err := Read(plain, b)
	if err != nil {
		return nil, err
	}
	l.Origin = Origin{Name: l.Source, SHA256: fmt.Sprintf("%x", sha256.Sum256(packed)), Licence: l.Terms, Inside: true}
	return l, nil
}

// ListError describes a fault of a list of genes, and where it is.
type ListError struct {
	Line int // 1-based, 0 for the list as a whole
	What string
}

// Error implements error.
func (e *ListError) Error() string {
	if e.Line == 0 {
		return e.What
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.What)
}

// Limits of a list: the human genome has some twenty thousand protein-coding
// genes and some sixty thousand of all kinds.
const (
	maxGenes = 200_000
	maxLine  = 64 << 10
)

// Read reads a list of genes of an assembly as text: lines of "# key: value"
// (genome_build, source, licence), then one gene a line in eight columns between
// tabs.
//
//	symbol  id  chromosome  start  end  strand  aliases  exons
//
// Positions are 1-based with both ends included, strand is + or −; aliases are
// separated by commas, and so are exons, each as start+bases with the start
// counted from that of the gene. Errors about the text are *ListError; a list of
// another assembly is one.
func Read(r io.Reader, b genome.Build) (*List, error) { return read(r, &b) }

// ReadStated is like Read, for a list of any assembly that it states.
func ReadStated(r io.Reader) (*List, error) { return read(r, nil) }

// read reads a list of the assembly want, or of the one that it states.
func read(r io.Reader, want *genome.Build) (*List, error) {
	l := &List{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		text := lines.Text()
		if strings.HasPrefix(text, "#") {
			l.note(text)
			continue
		}
		if l.Build == genome.UnknownBuild || want != nil && l.Build != *want {
			return nil, l.otherBuild(n, want)
		}
		g, what := parseGene(text, l.Build)
		if what != "" {
			return nil, &ListError{n, what}
		}
		if len(l.all) == maxGenes {
			return nil, &ListError{n, fmt.Sprintf("there are more than %d genes", maxGenes)}
		}
		l.all = append(l.all, g)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &ListError{n + 1, fmt.Sprintf("it is longer than %d bytes", maxLine)}
	} else if err != nil {
		return nil, err
	}
	if len(l.all) == 0 {
		return nil, &ListError{0, "it contains no genes"}
	}
	l.index()
	return l, nil
}

func (l *List) otherBuild(line int, want *genome.Build) error {
	if want == nil {
		return &ListError{
			line,
			"it is not a list of genes: neither an annotation of GENCODE or Ensembl (GTF or GFF3), nor a list that begins with a line such as # genome_build: GRCh38",
		}
	}
	return &ListError{line, fmt.Sprintf("the list is of %s, where genes of %s are wanted", orUnstated(l.Build), *want)}
}

func orUnstated(b genome.Build) string {
	if b == genome.UnknownBuild {
		return "a genome build that it does not state"
	}
	return string(b)
}

func (l *List) note(text string) {
	key, value, _ := strings.Cut(strings.TrimLeft(text, "# "), ":")
	value = strings.TrimSpace(value)
	switch key {
	case "genome_build":
		l.Build, _ = genome.ParseBuild(value)
	case "source":
		l.Source = value
	case "licence":
		l.Terms = value
	}
}

func parseGene(text string, b genome.Build) (g Gene, what string) {
	f := strings.Split(text, "\t")
	if len(f) != 8 {
		return g, fmt.Sprintf("a gene has 8 columns, this line has %d", len(f))
	}
	c, ok := genome.ParseChromosome([]byte(f[2]))
	if !ok {
		return g, fmt.Sprintf("%q is not a chromosome", f[2])
	}
	start, err1 := strconv.ParseInt(f[3], 10, 32)
	end, err2 := strconv.ParseInt(f[4], 10, 32)
	if err1 != nil || err2 != nil || start < 1 || end < start || int32(end) > c.Length(b) {
		return g, fmt.Sprintf("%s to %s is not a stretch of chromosome %s of %s", f[3], f[4], c, b)
	}
	if f[5] != "+" && f[5] != "-" {
		return g, fmt.Sprintf("%q is not a strand", f[5])
	}
	if f[0] == "" {
		return g, "the symbol is missing"
	}
	g = Gene{Symbol: f[0], Ensembl: f[1], Body: genome.Region{Chromosome: c, Start: int32(start), End: int32(end)}, Reverse: f[5] == "-"}
	if f[6] != "" {
		g.Aliases = strings.Split(f[6], ",")
	}
	if f[7] == "" {
		return g, ""
	}
	for text := range strings.SplitSeq(f[7], ",") {
		from, bases, _ := strings.Cut(text, "+")
		at, err1 := strconv.ParseInt(from, 10, 32)
		n, err2 := strconv.ParseInt(bases, 10, 32)
		if err1 != nil || err2 != nil || at < 0 || n < 1 || start+at+n-1 > end {
			return g, fmt.Sprintf("%q is not an exon of %s", text, g.Symbol)
		}
		g.Exons = append(g.Exons, Span{int32(start + at), int32(start + at + n - 1)})
	}
	return g, ""
}
