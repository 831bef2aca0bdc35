package hermes

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

const (
	// sameLocus is the largest distance between the lead variants of one locus, in base pairs.
	sameLocus = 500_000
	// mostLookedUp limits the variants whose P is read from the other freeze.
	mostLookedUp = 500
)

// The changes of a locus.
const (
	locusGained = "gained"
	locusLost   = "lost"
	locusKept   = "kept"
)

// FreezeChanges returns the loci that came, went and were kept since an earlier freeze, the previous
// one by default.
func (s *Service) FreezeChanges(ctx context.Context, id *auth.Identity, freezeID, since string) (_ *FreezeChanges, err error) {
	defer errs.Wrap(&err, "hermes.FreezeChanges(%q, %q)", freezeID, since)
	f, err := s.freezeFor(ctx, id, freezeID)
	if err != nil {
		return nil, err
	}
	if since != "" {
		if _, err := s.freezeFor(ctx, id, since); err != nil {
			return nil, err
		}
	}
	return s.freezeChanges(ctx, f, cmp.Or(since, f.PreviousID))
}

func (s *Service) freezeChanges(ctx context.Context, f *Freeze, since string) (*FreezeChanges, error) {
	out := &FreezeChanges{Loci: []FreezeLocusChange{}, Cells: []FreezeCellChange{}, Cohorts: []FreezeCohortChange{}}
	earlier, err := s.earlier(ctx, since)
	if err != nil || earlier == nil {
		return out, err
	}
	out.Since = &FreezeLink{earlier.ID, earlier.Name, earlier.ReleaseVersion}
	now, err := s.mainResults(ctx, f)
	if err != nil {
		return nil, err
	}
	before, err := s.mainResults(ctx, earlier)
	if err != nil {
		return nil, err
	}
	out.Cells, out.Cohorts = cellChanges(now, before)
	for _, c := range out.Cells {
		at := place{c.Phenotype, c.Ancestry, c.Sex, ""}
		found, err := s.lociChanges(ctx, at, now[at], before[at])
		if err != nil {
			return nil, err
		}
		out.Loci = append(out.Loci, found...)
	}
	sortChanges(out.Loci)
	return out, s.completeChanges(ctx, out, now, before)
}

func sortChanges(loci []FreezeLocusChange) {
	order := []string{locusGained, locusLost, locusKept}
	slices.SortFunc(loci, func(a, b FreezeLocusChange) int {
		return cmp.Or(slices.Index(order, a.Change)-slices.Index(order, b.Change), cmp.Compare(b.strength(), a.strength()),
			cmp.Compare(a.Phenotype, b.Phenotype), cmp.Compare(a.Ancestry, b.Ancestry), cmp.Compare(a.Sex, b.Sex), cmp.Compare(a.Chromosome, b.Chromosome),
			cmp.Compare(a.Position, b.Position))
	})
}

// completeChanges counts the changes, and reads P of gained and lost loci in the other freeze.
func (s *Service) completeChanges(ctx context.Context, out *FreezeChanges, now, before map[place]*FreezeRow) (err error) {
	looked := 0
	for i := range out.Loci {
		switch l := &out.Loci[i]; l.Change {
		case locusGained:
			out.Gained++
			looked, err = s.lookUp(ctx, l, before[l.cell()], &l.Before, looked)
		case locusLost:
			out.Lost++
			looked, err = s.lookUp(ctx, l, now[l.cell()], &l.NegLog10P, looked)
		default:
			out.Kept++
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// earlier returns an earlier freeze, nil if there is none or it was deleted.
func (s *Service) earlier(ctx context.Context, freezeID string) (*Freeze, error) {
	if freezeID == "" {
		return nil, nil
	}
	f, err := s.store.Freeze(ctx, freezeID)
	if errs.Is(err, errs.NotFound) {
		return nil, nil
	}
	return f, err
}

func (l *FreezeLocusChange) strength() float64 {
	if l.Change == locusLost {
		return *l.Before
	}
	return *l.NegLog10P
}

func (l *FreezeLocusChange) cell() place { return place{l.Phenotype, l.Ancestry, l.Sex, ""} }

// mainResults returns the complete main results of a freeze by cell.
func (s *Service) mainResults(ctx context.Context, f *Freeze) (map[place]*FreezeRow, error) {
	rows, err := s.store.FreezeRows(ctx, f.ID)
	if err != nil {
		return nil, err
	}
	out := map[place]*FreezeRow{}
	for _, r := range rows {
		main := r.Name == string(f.Document.Schemes[0]) || r.Name == string(meta.MetaRegression)
		if main && r.state() == ResultDone {
			out[place{r.Phenotype, r.Ancestry, r.Sex, ""}] = r
		}
	}
	return out, nil
}

// resultLoci are the lead variants of a result, without studies, and the runs without each study.
type resultLoci struct {
	loci    []meta.Locus
	all     int64 // loci, of which only the strongest are listed
	without []meta.WithoutStudy
}

// lociOf returns the lead variants of a complete result.
func (s *Service) lociOf(ctx context.Context, metaID string) (resultLoci, error) {
	return s.loci.Get(ctx, metaID, func(ctx context.Context) (resultLoci, error) {
		m, err := s.store.Meta(ctx, metaID)
		if err != nil {
			return resultLoci{}, err
		}
		var summary meta.Summary
		if err := json.Unmarshal(m.Summary, &summary); err != nil {
			return resultLoci{}, err
		}
		for i := range summary.TopLoci {
			summary.TopLoci[i].Studies = nil // the largest part, which nothing here reads
		}
		return resultLoci{summary.TopLoci, summary.NLoci, summary.LeaveOneOut}, nil
	})
}

// lociChanges compares the loci of a cell in two freezes; one of the results may be nil.
func (s *Service) lociChanges(ctx context.Context, at place, now, before *FreezeRow) ([]FreezeLocusChange, error) {
	var both [2]resultLoci
	var ids [2]string
	for i, r := range []*FreezeRow{now, before} {
		if r == nil {
			continue
		}
		found, err := s.lociOf(ctx, r.MetaID)
		if err != nil {
			return nil, err
		}
		both[i], ids[i] = found, r.MetaID
	}
	return compareLoci(at, both[0].loci, both[1].loci, ids), nil
}

// compareLoci compares lead variants now and before; ids are those of the meta-analyses.
func compareLoci(at place, is, was []meta.Locus, ids [2]string) (out []FreezeLocusChange) {
	matched := make([]bool, len(was))
	for i := range is {
		l := changeAt(at, &is[i], ids)
		l.Change, l.NegLog10P = locusGained, stat.Finite(float64(is[i].NegLog10P))
		best := -1
		for j := range was {
			d := distance(&is[i], &was[j])
			if d <= sameLocus && (best < 0 || d < distance(&is[i], &was[best])) {
				best = j
			}
			matched[j] = matched[j] || d <= sameLocus
		}
		if best >= 0 {
			l.Change, l.Before = locusKept, stat.Finite(float64(was[best].NegLog10P))
		}
		if l.NegLog10P != nil {
			out = append(out, l)
		}
	}
	for j := range was {
		if p := stat.Finite(float64(was[j].NegLog10P)); !matched[j] && p != nil {
			l := changeAt(at, &was[j], ids)
			l.Change, l.Before = locusLost, p
			out = append(out, l)
		}
	}
	return out
}

func distance(a, b *meta.Locus) int {
	if a.Chromosome != b.Chromosome {
		return math.MaxInt
	}
	return max(int(a.Position-b.Position), int(b.Position-a.Position))
}

func changeAt(at place, l *meta.Locus, ids [2]string) FreezeLocusChange {
	out := FreezeLocusChange{Phenotype: at.phenotype, Ancestry: at.ancestry, Sex: at.sex, Chromosome: genome.Chromosome(l.Chromosome).String(),
		Position: int(l.Position), RSID: textCell(l.RSID), EffectAllele: l.EffectAllele, OtherAllele: l.OtherAllele, MetaID: ids[0], MetaIDBefore: ids[1]}
	if l.Near != nil && len(l.Genes) > 0 {
		out.Gene = l.Genes[0]
	}
	return out
}

// lookUp reads P of a lead variant in the result of the other freeze.
func (s *Service) lookUp(ctx context.Context, l *FreezeLocusChange, in *FreezeRow, p **float64, looked int) (int, error) {
	if in == nil || looked >= mostLookedUp {
		return looked, nil
	}
	rows, err := s.resultFile(ctx, MetaRowsKey(in.MetaID, in.Meta.Attempt))
	if err != nil {
		return looked, err
	}
	region, err := genome.ParseRegion(l.Chromosome + ":" + strconv.Itoa(l.Position) + "-" + strconv.Itoa(l.Position))
	if err != nil {
		return looked, err
	}
	for row, err := range rows.Rows(ctx, region) {
		if err != nil {
			return looked, err
		}
		same := row.EffectAllele == l.EffectAllele && row.OtherAllele == l.OtherAllele || row.EffectAllele == l.OtherAllele && row.OtherAllele == l.EffectAllele
		if int(row.Position) == l.Position && same {
			*p = stat.Finite(row.NegLog10P)
		}
	}
	return looked + 1, nil
}
