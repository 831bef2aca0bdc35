package sumstatscmd

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/locus"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// LociFlags choose the loci of a result and the LD of their variants.
type LociFlags struct {
	LD        string   `name:"ld" placeholder:"FILE" type:"existingfile" help:"Phased genotypes of the participants' ancestry on the same genome build: a VCF, or a file that reference add prepared."`
	Region    string   `placeholder:"CHR:START-END" help:"Use this region only. Default: every locus with P below --threshold."`
	Threshold float64  `default:"5e-8" placeholder:"P" help:"Largest P of a lead variant."`
	Window    int32    `default:"500" placeholder:"KB" help:"Width of a locus to either side of its lead variant, in kb."`
	Ancestry  []string `sep:"none" placeholder:"NAME" help:"Ancestry of the participants. May be repeated if the result combines several."`
	LDOf      string   `name:"ld-ancestry" placeholder:"NAME" help:"Ancestry of the LD panel."`
	OwnLD     bool     `name:"ld-in-sample" help:"The LD panel consists of the participants themselves, so the residual variance is estimated."`
	StudyFlags
}

// positioned decides how to read each file; all need positions.
func (c *StudyFlags) positioned(env *console.Env, paths []string) ([]*metaFile, error) {
	files, err := c.read(paths)
	if err != nil {
		return nil, err
	}
	if err := c.declareBuild(files); err != nil {
		return nil, err
	}
	if c.Yes {
		if err := takeLikely(env, files, meta.ByPosition); err != nil {
			return nil, err
		}
	}
	if err := inspectMeta(files, meta.ByPosition); err != nil {
		return nil, err
	}
	for _, f := range files {
		f.build = cmp.Or(f.declared, f.build)
		for _, warning := range f.warnings {
			fmt.Fprintf(env.Stderr, "%s: %s\n", f.path, warning)
		}
	}
	_, err = agreedBuild(files, c.Build)
	return files, err
}

// each passes every row of a file on, in the order of the file.
func (f *metaFile) each(dict *variant.Dict, use func(r *sumstats.Row)) error {
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	r, err := sumstats.Open(file, f.readOptions(meta.Options{Build: f.build}, dict))
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	defer func() { _ = r.Close() }()
	rows := make([]sumstats.Row, 4096)
	for {
		n, err := r.ReadRows(rows)
		for i := range rows[:n] {
			if rows[i].Position > 0 {
				use(&rows[i])
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
	}
}

// regions returns the loci of a file.
func (c *LociFlags) regions(f *metaFile, dict *variant.Dict) ([]genome.Region, error) {
	if c.Region != "" {
		r, err := genome.ParseRegion(c.Region)
		return []genome.Region{r}, err
	}
	if !(c.Threshold > 0 && c.Threshold <= 1) || c.Window < 1 || c.Window > 5000 {
		return nil, errors.New("--threshold is a P value above 0, and --window 1 to 5,000 kb")
	}
	type lead struct {
		chromosome genome.Chromosome
		position   int32
		negLog10P  float64
	}
	var strong []lead
	above := -math.Log10(c.Threshold)
	err := f.each(dict, func(r *sumstats.Row) {
		if r.NegLog10P > above {
			strong = append(strong, lead{r.Chromosome, r.Position, r.NegLog10P})
		}
	})
	slices.SortFunc(strong, func(a, b lead) int {
		return cmp.Or(cmp.Compare(a.chromosome, b.chromosome), cmp.Compare(a.position, b.position))
	})
	finder := locus.NewFinder[lead](above)
	for _, l := range strong {
		finder.Add(l.chromosome, l.position, l.negLog10P, l)
	}
	var regions []genome.Region
	for _, l := range finder.Leads() {
		at := l.Variant.position
		regions = append(regions, genome.Region{Chromosome: l.Variant.chromosome, Start: max(1, at-c.Window*1000), End: at + c.Window*1000})
	}
	return regions, err
}

// rowsOf returns the rows of a file in each region, in genome order.
func (f *metaFile) rowsOf(regions []genome.Region, dict *variant.Dict) ([][]sumstats.Row, error) {
	rows := make([][]sumstats.Row, len(regions))
	var on [genome.MaxChromosome + 1][]int // regions by chromosome
	for i, region := range regions {
		on[region.Chromosome] = append(on[region.Chromosome], i)
	}
	err := f.each(dict, func(r *sumstats.Row) {
		for _, i := range on[r.Chromosome] {
			if regions[i].Contains(r.Chromosome, r.Position) {
				rows[i] = append(rows[i], *r)
			}
		}
	})
	for i := range rows {
		slices.SortStableFunc(rows[i], func(a, b sumstats.Row) int { return cmp.Compare(a.Position, b.Position) })
	}
	return rows, err
}

// panel is an opened source of LD.
type panel struct {
	*ld.Source
	close func() error
}

// openPanel opens the file of --ld; a VCF is prepared into a temporary folder first. There is none
// without --ld.
func (c *LociFlags) openPanel(ctx context.Context) (*panel, error) {
	if c.LD == "" {
		return &panel{close: func() error { return nil }}, nil
	}
	if _, err := os.Stat(c.LD + ".tbi"); err == nil {
		if s, file, err := openPrepared(c.LD); err == nil {
			return &panel{s, file.Close}, nil
		}
	}
	folder, err := os.MkdirTemp("", "cohortium-ld-*")
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, "panel.ld.gz")
	if err := preparePanel(ctx, c.LD, path); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", c.LD, err), os.RemoveAll(folder))
	}
	s, file, err := openPrepared(path)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return &panel{s, func() error { return errors.Join(file.Close(), os.RemoveAll(folder)) }}, nil
}

func openPrepared(path string) (*ld.Source, *os.File, error) {
	index, err := os.Open(path + ".tbi")
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = index.Close() }()
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil {
		var s *ld.Source
		if s, err = ld.Open(file, info.Size(), index); err == nil {
			return s, file, nil
		}
	}
	return nil, nil, errors.Join(err, file.Close())
}

func preparePanel(ctx context.Context, from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	data, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, data.Close()) }()
	index, err := os.Create(to + ".tbi")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, index.Close()) }()
	buffered := bufio.NewWriter(data)
	out := regionindex.NewWriter(buffered, regionindex.WriterOptions{})
	_, err = ld.Prepare(ctx, in, out, func(genome.Chromosome, int32, []byte) {})
	return errors.Join(err, out.Close(), buffered.Flush(), out.WriteIndex(index))
}

// sites returns the variants of the panel in a region; nil without a panel.
func (p *panel) sites(ctx context.Context, region genome.Region) ([]ld.Site, error) {
	if p.Source == nil {
		return nil, nil
	}
	sites, err := p.Sites(ctx, region)
	if sites == nil {
		sites = []ld.Site{} // a panel without variants here
	}
	return sites, err
}

// versions states the program for JSON.
func versions() rgOutputMaker { return rgOutputMaker{console.Version + " (" + console.Commit + ")"} }
