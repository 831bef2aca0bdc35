package gene

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
)

// ReadAnnotation reads the protein-coding genes of an annotation as GENCODE and Ensembl publish it,
// GTF or GFF3, with the exons of the transcripts that it marks as canonical. The assembly is that
// of its comments; unknown when they name none. Errors about the text are *ListError. The list
// cannot be searched: Write saves it, and Read reads it.
func ReadAnnotation(r io.Reader) (*List, error) {
	a := &annotation{list: &List{}, byID: map[string]int{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		if what := a.line(lines.Text()); what != "" {
			return nil, &ListError{n, what}
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &ListError{n + 1, fmt.Sprintf("it is longer than %d bytes", maxLine)}
	} else if err != nil {
		return nil, err
	}
	if len(a.list.all) == 0 {
		return nil, &ListError{0, "it contains no protein-coding genes"}
	}
	return a.list, nil
}

type annotation struct {
	list *List
	byID map[string]int // place of a gene in the list
}

// IsAnnotation distinguishes the first lines of an annotation from those of a list.
func IsAnnotation(head []byte) bool {
	for line := range strings.Lines(string(head)) {
		if !strings.HasPrefix(line, "#") {
			return strings.Count(line, "\t") == 8
		}
	}
	return false
}

func (a *annotation) line(text string) (what string) {
	if strings.HasPrefix(text, "#") {
		a.comment(text)
		return ""
	}
	if text == "" {
		return ""
	}
	f := strings.Split(text, "\t")
	if len(f) != 9 {
		return fmt.Sprintf("an annotation has 9 columns, this line has %d", len(f))
	}
	if f[2] != "gene" && f[2] != "exon" {
		return ""
	}
	c, ok := genome.ParseChromosome([]byte(f[0]))
	if !ok {
		return "" // a patch or a contig
	}
	start, err1 := strconv.ParseInt(f[3], 10, 32)
	end, err2 := strconv.ParseInt(f[4], 10, 32)
	if err1 != nil || err2 != nil || start < 1 || end < start {
		return fmt.Sprintf("%s to %s is not a stretch of a chromosome", f[3], f[4])
	}
	at := attributes(f[8])
	if f[2] == "gene" {
		return a.gene(at, genome.Region{Chromosome: c, Start: int32(start), End: int32(end)}, f[6])
	}
	a.exon(at, Span{int32(start), int32(end)})
	return ""
}

// comment looks for the assembly: "#!genome-build GRCh38.p14" of Ensembl, "##description:
// evidence-based annotation of the human genome (GRCh38), version 44" of GENCODE.
func (a *annotation) comment(text string) {
	if rest, is := strings.CutPrefix(text, "##description:"); is {
		a.list.Source = strings.TrimSpace(rest)
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" (),;\t", r) }) {
		if b, ok := genome.ParseBuild(word); ok && strings.HasPrefix(strings.ToLower(word), "grch") {
			a.list.Build = b
		}
	}
}

func (a *annotation) gene(at map[string]string, body genome.Region, strand string) (what string) {
	kind := cmp.Or(at["gene_type"], at["gene_biotype"], at["biotype"])
	if kind != "protein_coding" {
		return ""
	}
	id := geneID(at)
	if id == "" || body.Chromosome == genome.Y && strings.HasSuffix(id, "_PAR_Y") {
		return ""
	}
	if strand != "+" && strand != "-" {
		return fmt.Sprintf("%q is not a strand", strand)
	}
	if len(a.list.all) == maxGenes {
		return fmt.Sprintf("there are more than %d genes", maxGenes)
	}
	a.byID[id] = len(a.list.all)
	symbol := cmp.Or(at["gene_name"], at["Name"], id) // some have no name
	a.list.all = append(a.list.all, Gene{Symbol: symbol, Ensembl: id, Body: body, Reverse: strand == "-"})
	return ""
}

// geneID returns the id of a gene without its version.
func geneID(at map[string]string) string {
	id := strings.TrimPrefix(cmp.Or(at["gene_id"], at["ID"]), "gene:")
	if strings.HasSuffix(id, "_PAR_Y") {
		return id
	}
	id, _, _ = strings.Cut(id, ".")
	return id
}

// exon takes an exon of a canonical transcript.
func (a *annotation) exon(at map[string]string, s Span) {
	i, known := a.byID[geneID(at)]
	if !known || !strings.Contains(at["tag"], "Ensembl_canonical") {
		return
	}
	g := &a.list.all[i]
	if s.Start >= g.Body.Start && s.End <= g.Body.End {
		g.Exons = append(g.Exons, s)
	}
}

// attributes reads the last column: key "value"; of GTF, key=value; of GFF3. A key that
// comes several times, such as tag, has its values between commas.
func attributes(text string) map[string]string {
	all := map[string]string{}
	for part := range strings.SplitSeq(text, ";") {
		part = strings.TrimSpace(part)
		key, value, ok := strings.Cut(part, "=")
		if space := strings.IndexByte(part, ' '); space >= 0 && (!ok || space < len(key)) {
			key, value, ok = part[:space], strings.Trim(part[space+1:], `"`), true
		}
		if !ok {
			continue
		}
		if before, twice := all[key]; twice {
			value = before + "," + value
		}
		all[key] = value
	}
	return all
}

// Write writes a list of an assembly in the form that Read reads.
func (l *List) Write(w io.Writer, b genome.Build) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# genome_build: %s\n# source: %s\n# licence: %s\n", b, l.Source, l.Terms)
	for i := range l.all {
		g := &l.all[i]
		slices.SortFunc(g.Exons, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
		exons := make([]string, len(g.Exons))
		for i, e := range g.Exons {
			exons[i] = fmt.Sprintf("%d+%d", e.Start-g.Body.Start, e.End-e.Start+1)
		}
		strand := "+"
		if g.Reverse {
			strand = "-"
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\n", g.Symbol, g.Ensembl, g.Body.Chromosome, g.Body.Start, g.Body.End, strand,
			strings.Join(g.Aliases, ","), strings.Join(exons, ","))
	}
	return out.Flush()
}
