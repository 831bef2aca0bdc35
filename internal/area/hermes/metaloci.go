package hermes

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"cohortium/internal/gwas/finemap"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/locus"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/guard"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/private"
)

// The table of all variants of the loci of a result and its index.
const (
	FileFineMapping      = "fine-mapping.tsv.gz"
	FileFineMappingIndex = FileFineMapping + ".tbi"
)

// lociAtOnce is how many loci are fine-mapped at a time: the correlations of one take up to 200 MB.
const lociAtOnce = 2

// LDGroups returns the ancestry groups of participants by the ancestries of their studies, each once,
// and the groups of LD panels that suit them: none for several.
func LDGroups(ancestries []string) (people, panels []string) {
	for _, a := range ancestries {
		if group := GroupsFor(a)[0]; !slices.Contains(people, group) {
			people = append(people, group)
		}
	}
	slices.Sort(people)
	if len(people) == 1 {
		return PanelsFor(people[0])
	}
	return people, nil
}

// PanelsFor returns an ancestry group as a list, and the groups of LD panels that suit it.
func PanelsFor(group string) (people, panels []string) {
	if group == "SAS" {
		return []string{group}, []string{"SAS", "CSA"}
	}
	return []string{group}, []string{group}
}

// lociJudge is what the loci of a result are judged with.
type lociJudge struct {
	locusreport.Settings
	people []string // ancestry groups of the participants
	source *ld.Source
}

// judgeWith finds the LD panel of a meta-analysis.
func (s *Service) judgeWith(ctx context.Context, m *Meta, build string) (*lociJudge, error) {
	j := &lociJudge{Settings: locusreport.DefaultSettings()}
	var ancestries []string
	for _, in := range m.Inputs {
		ancestries = append(ancestries, in.Ancestry)
	}
	var groups []string
	j.people, groups = LDGroups(ancestries)
	if len(groups) == 0 {
		j.Missing = "The studies are of several ancestries (" + strings.Join(j.people, ", ") + "), and LD differs between them, so loci are not judged. " +
			"Combine the studies of one ancestry to judge its loci."
		return j, nil
	}
	on, _ := genome.ParseBuild(build)
	panel, err := s.cfg.Linkages.Haplotypes(ctx, on, groups)
	switch {
	case err != nil && (ctx.Err() != nil || errs.Is(err, errs.Unavailable)):
		return nil, err
	case err != nil:
		s.cfg.Log.Warn("LD panel cannot be read", "meta_analysis", m.ID, "error", err)
		j.Missing = "The LD panel of the participants' ancestry cannot be read, so loci are not judged. " +
			"Ask the operator to install it again, then run the meta-analysis again."
	case panel == nil:
		j.Missing = "No phased genotypes of " + groups[0] + " participants on " + on.Label() + " are installed, so loci are not judged. " +
			"Ask the operator for an LD panel, then run the meta-analysis again."
	default:
		j.LD, j.source, j.people = &panel.Panel, panel.Source, []string{panel.Ancestry}
	}
	return j, nil
}

// judgeLoci judges and fine-maps the loci of a result, and writes the table of their variants.
func (s *Service) judgeLoci(ctx context.Context, j *lociJudge, sum *meta.Summary, work string, progress *job.Meter) (*locusreport.Report, error) {
	report := &locusreport.Report{Settings: j.Settings, Loci: []locusreport.Locus{}}
	switch {
	case sum.Settings.Key != meta.ByPosition:
		report.Missing = "Studies were joined by rs number, and LD needs positions. Run the meta-analysis on files with positions."
		return report, nil
	case sum.Settings.Scheme == meta.MetaRegression:
		report.Missing = "A meta-regression tests several effects per variant, and fine-mapping needs one. Combine with another scheme to judge loci."
		return report, nil
	}
	dir := job.ResultDir(work)
	result, closer, err := openResult(filepath.Join(dir, meta.FileResults))
	if err != nil {
		return nil, err
	}
	loci := make([]*locusreport.Mapped, len(sum.TopLoci))
	group, at := guard.WithContext(ctx)
	group.SetLimit(lociAtOnce)
	for i := range sum.TopLoci {
		group.Go(func() (err error) {
			progress.At(stageLoci, int64(i), int64(len(loci)))
			loci[i], err = j.judge(at, result, sum, &sum.TopLoci[i])
			return err
		})
	}
	if err := errors.Join(group.Wait(), closer.Close()); err != nil {
		return nil, err
	}
	for _, l := range loci {
		report.Add(l.Locus)
	}
	return report, writeFineMapping(dir, loci)
}

// judge reads the variants around a lead, and judges the locus of this lead.
func (j *lociJudge) judge(ctx context.Context, f *resultfile.File, sum *meta.Summary, lead *meta.Locus) (*locusreport.Mapped, error) {
	at := genome.Chromosome(lead.Chromosome)
	region := genome.Region{Chromosome: at, Start: max(1, lead.Position-locus.Window), End: lead.Position + locus.Window}
	rows, err := f.DirectedRows(ctx, region)
	if err != nil {
		return nil, err
	}
	in := &finemap.Input{Dict: variant.NewDict(), Scale: scaleOf(sum), Ancestries: j.people}
	if j.source != nil {
		in.LDAncestry = j.LD.Ancestry
		if in.Sites, err = j.source.Sites(ctx, region); err != nil {
			return nil, fmt.Errorf("LD panel %s: %w", j.LD.Name, err)
		}
		if in.Sites == nil {
			in.Sites = []ld.Site{} // a panel without variants here
		}
	}
	reader := resultRows{dict: in.Dict}
	for i := range rows {
		r := &rows[i]
		if r.Position == lead.Position && r.EffectAllele == lead.EffectAllele && r.OtherAllele == lead.OtherAllele {
			in.LeadRow = i + 1
		}
		in.Rows, in.Absent = append(in.Rows, reader.row(&r.Row)), append(in.Absent, absentFrom(r.Direction))
	}
	studies := make([]string, len(sum.Studies))
	for i := range studies {
		studies[i] = sum.Studies[i].Name
	}
	return locusreport.Of(region, in, finemap.Run(in), studies), in.Dict.Err()
}

// absentFrom returns the studies that lack a variant by its directions.
func absentFrom(direction string) (absent []int) {
	for i := range direction {
		if direction[i] == '?' {
			absent = append(absent, i)
		}
	}
	return absent
}

// scaleOf returns the scale of the effects of a result.
func scaleOf(sum *meta.Summary) sumstats.EffectScale {
	scales := make([]sumstats.EffectScale, len(sum.Studies))
	for i := range scales {
		scales[i] = sum.Studies[i].Scale
	}
	return commonScale(sum.Settings.Scheme, scales)
}

// commonScale returns the scale of effects that were combined by a scheme.
func commonScale(scheme meta.Scheme, of []sumstats.EffectScale) sumstats.EffectScale {
	switch {
	case scheme == meta.SampleSize: // whatever the scales of the studies' effects
		return sumstats.Standardised
	case len(of) == 0 || len(slices.Compact(slices.Clone(of))) > 1:
		return sumstats.ScaleUnknown
	}
	return of[0]
}

// writeFineMapping writes the table of loci and its index; none without loci.
func writeFineMapping(dir string, loci []*locusreport.Mapped) (err error) {
	if len(loci) == 0 {
		return nil
	}
	data, err := private.Create(filepath.Join(dir, FileFineMapping))
	if err != nil {
		return err
	}
	w := regionindex.NewWriter(data, regionindex.WriterOptions{})
	if err := errors.Join(locusreport.Write(w, loci), w.Close(), data.Close()); err != nil {
		return err
	}
	index, err := private.Create(filepath.Join(dir, FileFineMappingIndex))
	if err != nil {
		return err
	}
	return errors.Join(w.WriteIndex(index), index.Close())
}
