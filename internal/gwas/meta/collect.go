package meta

import (
	"errors"
	"fmt"

	"cohortium/internal/gwas/locus"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/rsindex"
	"cohortium/internal/gwas/stat"
)

// collector takes the outcomes in order: it writes the lines, feeds the plots
// and adds up the account.
type collector struct {
	run   *run
	out   Output
	table *regionindex.Writer     // results with coordinates
	plain *regionindex.BGZFWriter // results without
	rs    *rsindex.Writer         // rs numbers of table
	began bool

	variants, significant int64
	nMax                  float64
	sizes                 variantSizes
	lambda                stat.Lambda
	counts                []studyCounts
	het                   hetCounts
	distances             *distances          // of a survey
	pairs                 map[int64]*pairSums // of an estimate of overlap, by class
	loci                  *locus.Finder[hit]
	parts                 []*collector // of single ancestries
}

// resultLevel is the deflate level of a result: on its digits higher levels gain
// less than 3 % of the size for a tenth of the time of a run.
const resultLevel = 1

func newCollector(r *run, out Output) *collector {
	c := &collector{run: r, out: out, counts: make([]studyCounts, len(r.order)), loci: locus.NewFinder[hit](plot.GenomeWide)}
	for i, part := range r.parts {
		var of Output
		if i < len(out.Ancestries) {
			of = out.Ancestries[i]
			of.TempDir, of.CompressionWorkers = out.TempDir, out.CompressionWorkers
		}
		c.parts = append(c.parts, newCollector(part, of))
	}
	return c
}

// open writes the header once.
func (c *collector) open() error {
	if c.began || c.out.Results == nil {
		return nil
	}
	c.began = true
	opt := regionindex.BGZFOptions{Workers: c.out.CompressionWorkers, Level: resultLevel}
	if c.run.opt.Key == ByRSID {
		c.plain = regionindex.NewBGZFWriter(c.out.Results, opt)
		_, err := c.plain.Write([]byte(c.run.opt.header() + "\n"))
		return err
	}
	if c.out.RSIndex != nil {
		c.rs = rsindex.NewWriter(c.out.TempDir)
	}
	c.table = regionindex.NewWriter(c.out.Results, regionindex.WriterOptions{BGZFOptions: opt})
	return c.table.WriteHeader([]byte(c.run.opt.header()))
}

// take adds the outcome of the next batch.
func (c *collector) take(o *outcome) error {
	if err := c.open(); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	if err := c.write(o); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	if c.distances != nil {
		c.distances.take(o)
	}
	c.addPairs(o.pairs)
	for i := range o.rows {
		row := &o.rows[i]
		c.lambda.Add(c.chiSquare(o, i))
		c.nMax = max(c.nMax, row.N)
		c.sizes.add(row, o.studies[i])
		if c.out.Manhattan != nil {
			c.out.Manhattan.Add(row)
		}
		if c.out.QQ != nil {
			c.out.QQ.Add(row.NegLog10P, stratum(row.EAF))
		}
	}
	c.variants += int64(len(o.rows))
	c.significant += int64(len(o.hits))
	for i := range o.counts {
		c.counts[i].add(&o.counts[i])
	}
	c.het.merge(&o.het)
	for i := range o.hits {
		row := &o.hits[i].row
		c.loci.Add(row.Chromosome, row.Position, o.hits[i].NegLog10P, o.hits[i])
	}
	for i, part := range c.parts {
		if err := part.take(o.parts[i]); err != nil {
			return err
		}
	}
	return nil
}

// chiSquare returns the statistic of a line, on the scale of one degree of freedom: λ of a
// meta-regression is the median of its χ² over that of χ² with T + 1.
func (c *collector) chiSquare(o *outcome, i int) float64 {
	if axes := c.run.opt.Axes; axes > 0 {
		return o.chis[i] * stat.MedianChiSquare1 / stat.MedianChiSquare(axes+1)
	}
	row := &o.rows[i]
	if c.run.opt.Interval == HartungKnapp {
		z := stat.ZFromNegLog10P(row.NegLog10P) // β/SE is Student's t
		return z * z
	}
	z := c.run.opt.Scheme.z(row.Beta, row.SE, row.NegLog10P)
	return z * z
}

// stratum of a QQ plot: common variants, or rare ones and those without frequency.
func stratum(eaf float64) int {
	if eaf > 0.01 && eaf < 0.99 {
		return 0
	}
	return 1
}

// Strata returns the names to give to a plot.QQ that a run feeds.
func Strata() plot.QQOptions {
	return plot.QQOptions{Strata: []string{"MAF > 0.01", "MAF ≤ 0.01 or unknown"}}
}

func (c *collector) write(o *outcome) error {
	if c.plain != nil {
		_, err := c.plain.Write(o.text)
		return err
	}
	if c.table == nil {
		return nil
	}
	from := 0
	for i, to := range o.ends {
		row := &o.rows[i]
		if err := c.table.WriteRow(o.text[from:to], row.Chromosome, row.Position); err != nil {
			return err
		}
		if c.rs != nil {
			if err := c.rs.Add(row.RSID, row.Chromosome, row.Position); err != nil {
				return err
			}
		}
		from = to
	}
	return nil
}

// close completes the files; the index only when the run was complete.
func (c *collector) close(complete bool) error {
	err := c.open()
	if c.plain != nil {
		err = errors.Join(err, c.plain.Close())
	}
	if c.table != nil {
		err = errors.Join(err, c.table.Close())
		if err == nil && complete && c.out.Index != nil {
			err = c.table.WriteIndex(c.out.Index)
		}
	}
	if c.rs != nil {
		if err == nil && complete {
			_, err = c.rs.WriteTo(c.out.RSIndex)
		}
		err = errors.Join(err, c.rs.Close())
	}
	for _, part := range c.parts {
		err = errors.Join(err, part.close(complete))
	}
	if err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}
