package browse

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// MaxFlank limits the search on either side of a gene, in bases.
const MaxFlank = 500_000

// GeneQuery requests the results around a gene.
type GeneQuery struct {
	Text  string       // a symbol, an alias or an Ensembl id
	Build genome.Build // UnknownBuild for that of most results
	Flank int32        // bases to either side
	From  int          // how many results an answer before has asked
	All   bool         // include results with a caveat
}

// GenePage holds the results around a gene.
type GenePage struct {
	Build     genome.Build
	Gene      *gene.Gene
	Elsewhere *gene.Gene    // on the other genome build, by its Ensembl id; nil when it is not there
	Namesakes []*gene.Gene  // others with the same name
	Window    genome.Region // the gene with its flanks
	Source    string        // of the gene
	Hits      []Hit         // the best of each result, best first
	Absent    []Absent
	Asked     Asked
}

// Hit is the variant with the smallest P of a result within a window.
type Hit struct {
	Effect
	Distance int32 // bases to the gene, 0 within
	Variants int   // of the result in the window
}

// Gene answers a query: errs.NotFound for a name that no gene has, errs.Rule for a flank that is
// too long. by is nil for a caller who is not signed in.
func (s *Service) Gene(ctx context.Context, by *auth.Identity, q GeneQuery) (_ *GenePage, err error) {
	defer errs.Wrap(&err, "browse.Gene(%+v)", q)
	if q.Flank < 0 || q.Flank > MaxFlank {
		return nil, errs.AtField("flank", fmt.Sprintf("A flank has 0 to %d bases.", MaxFlank))
	}
	asked, results, build, err := s.ask(ctx, by, q.Build, q.From, q.All)
	if err != nil {
		return nil, err
	}
	page := &GenePage{Build: build, Asked: asked}
	found, err := page.find(ctx, s.references, q.Text)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, s.unknown(ctx, q.Text, []genome.Build{build})
	}
	body := page.Gene.Body
	page.Window = genome.Region{Chromosome: body.Chromosome, Start: max(body.Start-q.Flank, 1), End: body.End + q.Flank}
	if length := body.Chromosome.Length(build); length > 0 {
		page.Window.End = min(page.Window.End, length)
	}
	return page, s.bestOf(ctx, by, page, results)
}

// find looks up the gene; false when there is none of this name.
func (p *GenePage) find(ctx context.Context, references References, text string) (bool, error) {
	list, missing, err := references.Genes(ctx, p.Build)
	if err != nil || missing != "" {
		return false, err
	}
	genes := list.Find(text)
	if len(genes) == 0 {
		return false, nil
	}
	p.Gene, p.Namesakes, p.Source = genes[0], genes[1:], list.Origin.String()
	other, missing, err := references.Genes(ctx, otherBuild(p.Build))
	if err != nil || missing != "" {
		return true, err
	}
	if there := other.Find(p.Gene.Ensembl); len(there) > 0 {
		p.Elsewhere = there[0]
	}
	return true, nil
}

// bestOf reads the window in all results.
func (s *Service) bestOf(ctx context.Context, by *auth.Identity, page *GenePage, results []Result) error {
	found := make([]Hit, len(results))
	failures := make([]error, len(results))
	kept, err := s.kept.Best(ctx, keysOf(results), page.Window)
	if err != nil {
		return err
	}
	err = eachOf(ctx, len(results), func(ctx context.Context, i int) error {
		found[i].Result = results[i]
		if best, is := kept[results[i].RowsKey]; is {
			found[i].Row, found[i].Variants = best.Row, best.Variants
			return nil
		}
		opened, err := s.Open(ctx, by, results[i].Ref)
		if err == nil {
			err = found[i].best(ctx, opened.Table, page.Window)
		}
		failures[i] = err
		return nil
	})
	if err != nil {
		return err
	}
	for i := range found {
		h := &found[i]
		switch {
		case failures[i] != nil:
			page.Asked.Failures = append(page.Asked.Failures, failures[i])
			l := look{result: h.Result, err: failures[i]}
			page.Absent = append(page.Absent, Absent{h.Result, l.why(Variant{})})
		case h.Variants == 0:
			page.Absent = append(page.Absent, Absent{h.Result, "It has no variant here."})
		default:
			h.Distance = page.Gene.Distance(h.Row.Position)
			page.Hits = append(page.Hits, *h)
		}
	}
	slices.SortStableFunc(page.Hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Row.NegLog10P, a.Row.NegLog10P), cmp.Compare(a.Result.Ref.String(), b.Result.Ref.String()))
	})
	return nil
}

// best takes the variant with the smallest P, of equals the first.
func (h *Hit) best(ctx context.Context, table Table, window genome.Region) error {
	for row, err := range table.Rows(ctx, window) {
		if err != nil {
			return err
		}
		if math.IsNaN(row.NegLog10P) {
			continue
		}
		if h.Variants == 0 || row.NegLog10P > h.Row.NegLog10P {
			h.Row = row
		}
		h.Variants++
	}
	return nil
}

// Variant returns the build, position (1-based), alleles and rsID in the row of the hit.
func (h *Hit) Variant() Variant {
	r := &h.Row
	return Variant{
		Build:        h.Result.Build,
		Chromosome:   r.Chromosome,
		Position:     r.Position,
		EffectAllele: r.EffectAllele,
		OtherAllele:  r.OtherAllele,
		RSID:         r.RSID,
	}
}
