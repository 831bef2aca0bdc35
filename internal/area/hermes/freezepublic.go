package hermes

import (
	"context"
	"slices"
	"strings"
	"time"

	"cohortium/internal/area/freeze"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// publicFreeze returns a published freeze and its complete results.
func (s *Service) publicFreeze(ctx context.Context, name string) (*Freeze, []*FreezeRow, error) {
	f, err := s.store.FreezeByPublicName(ctx, name)
	if errs.Is(err, errs.NotFound) || err == nil && f.Publication == nil {
		return nil, nil, errs.Missing("freeze")
	}
	if err != nil {
		return nil, nil, err
	}
	rows, err := s.store.FreezeRows(ctx, f.ID)
	return f, complete(rows), err
}

// PublicFreeze returns a published freeze in the view of everyone.
func (s *Service) PublicFreeze(ctx context.Context, name string) (_ *PublicFreeze, err error) {
	defer errs.Wrap(&err, "hermes.PublicFreeze(%q)", name)
	f, rows, err := s.publicFreeze(ctx, name)
	if err != nil {
		return nil, err
	}
	out, err := s.publicFacts(ctx, f, rows)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(rows, func(a, b *FreezeRow) int { return strings.Compare(a.folder(), b.folder()) })
	for _, r := range rows {
		if !slices.ContainsFunc(out.Phenotypes, func(p FreezePhenotype) bool { return p.Code == r.Phenotype }) {
			words, err := s.PhenotypeWords(ctx, r.Phenotype)
			if err != nil {
				return nil, err
			}
			out.Phenotypes = append(out.Phenotypes, FreezePhenotype{r.Phenotype, words})
		}
		if !slices.Contains(out.Ancestries, r.Ancestry) {
			out.Ancestries = append(out.Ancestries, r.Ancestry)
		}
		if out.EmbargoUntil == "" {
			out.Results = append(out.Results, r.public())
		}
	}
	slices.SortFunc(out.Ancestries, func(a, b string) int {
		if a == freeze.All || b == freeze.All {
			return rank(b == freeze.All) - rank(a == freeze.All)
		}
		return strings.Compare(a, b)
	})
	if len(rows) > 0 {
		facts, err := s.MetaFacts(ctx, rows[0].MetaID)
		if err != nil {
			return nil, err
		}
		out.GenomeBuild = string(facts.Build)
	}
	return out, nil
}

// publicFacts returns what does not depend on single results.
func (s *Service) publicFacts(ctx context.Context, f *Freeze, rows []*FreezeRow) (*PublicFreeze, error) {
	p := f.Publication
	out := &PublicFreeze{Name: p.Name, Title: f.Name, ReleaseVersion: f.ReleaseVersion, PublishedAt: p.At, Deadline: f.Document.Deadline,
		Terms: p.Terms, Citation: s.citationOf(f), Methods: methodsOf(f, rows), Phenotypes: []FreezePhenotype{}, Ancestries: []string{},
		Results: []PublicFreezeResult{}, Cohorts: cohortsOf(rows), WithdrawnCohorts: append([]FreezeWithdrawn{}, p.WithdrawnCohorts...)}
	var err error
	if out.Newer, err = s.newerThan(ctx, f); err != nil {
		return nil, err
	}
	if p.embargoed(s.now()) {
		out.EmbargoUntil = p.EmbargoUntil
		return out, nil
	}
	changes, err := s.publicChanges(ctx, f)
	if err != nil {
		return nil, err
	}
	out.ReleaseNotes = releaseNotes(f, rows, out.Cohorts, changes)
	return out, nil
}

// publicChanges compares a freeze with the previous one, if that is published too: the loci of others are not public.
func (s *Service) publicChanges(ctx context.Context, f *Freeze) (*FreezeChanges, error) {
	earlier, err := s.earlier(ctx, f.PreviousID)
	if err != nil {
		return nil, err
	}
	if earlier == nil || earlier.Publication == nil || earlier.Publication.embargoed(s.now()) {
		return &FreezeChanges{}, nil
	}
	return s.freezeChanges(ctx, f, earlier.ID)
}

// embargoed reports whether results and files are withheld now.
func (p *FreezePublication) embargoed(now time.Time) bool {
	return p.EmbargoUntil > now.UTC().Format(time.DateOnly)
}

// public returns a complete result in the view of everyone.
func (r *FreezeRow) public() PublicFreezeResult {
	var shown FreezeResult
	r.show(&shown, nil)
	out := PublicFreezeResult{Phenotype: r.Phenotype, Ancestry: r.Ancestry, Sex: r.Sex, Name: r.Name, NStudies: shown.NStudies,
		Participants: shown.Participants, LambdaGC: shown.LambdaGC, Files: []PublicFreezeFile{}}
	if shown.NVariants != nil {
		out.NVariants = *shown.NVariants
	}
	if shown.NLoci != nil {
		out.NLoci = *shown.NLoci
	}
	for _, f := range r.meta().Downloads() {
		if f.open() {
			out.Files = append(out.Files, PublicFreezeFile{r.publicName(f.Name), f.Size, f.SHA256})
		}
	}
	return out
}

// publicName is the name of a file of a result in public addresses.
func (r *FreezeRow) publicName(name string) string {
	return strings.ReplaceAll(r.folder(), "/", "_") + "." + name
}

// PublicFreezeFile returns a file of a published freeze.
func (s *Service) PublicFreezeFile(ctx context.Context, name, fileName string) (_ *file.Download, err error) {
	defer errs.Wrap(&err, "hermes.PublicFreezeFile(%q, %q)", name, fileName)
	f, rows, err := s.publicFreeze(ctx, name)
	if err != nil {
		return nil, err
	}
	if fileName == FreezeMetadata {
		return s.freezeMetadata(ctx, name, f)
	}
	if f.Publication.embargoed(s.now()) {
		return nil, errs.New(errs.Forbidden, "embargo", "The files of this release are available from %s.", f.Publication.EmbargoUntil)
	}
	var sums []string
	for _, r := range rows {
		for _, one := range r.meta().Downloads() {
			switch public := r.publicName(one.Name); {
			case !one.open():
			case public == fileName:
				d, err := s.metaFile(ctx, r.meta(), one.Name)
				if err != nil {
					return nil, err
				}
				d.Open, d.Name = true, public
				return d, nil
			default:
				sums = append(sums, one.SHA256+"  "+public+"\n")
			}
		}
	}
	if fileName != FreezeSums {
		return nil, errs.Missing("file")
	}
	slices.SortFunc(sums, func(a, b string) int { return strings.Compare(a[64:], b[64:]) }) // by name
	d := file.InMemory(FreezeSums, "text/plain; charset=utf-8", []byte(strings.Join(sums, "")), f.Publication.At)
	d.Open = true
	return d, nil
}
