package meta

import (
	"errors"
	"fmt"
	"io"
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locus"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/rsindex"
	"cohortium/internal/gwas/stat"
)

// collector takes the outcomes in order: it writes the lines, feeds the plots
// and adds up the account.
type collector struct {
	run   *run
	out   Output
	lines *tableFile      // of the results
	leave *tableFile      // of the results without one study
	rs    *rsindex.Writer // rs numbers of lines
	began bool

	variants, significant int64
	nMax                  float64
	sizes                 variantSizes
	lambda                stat.Lambda
	covered               genome.Covered
	counts                []studyCounts
	het                   hetCounts
	distances             *distances          // of a survey
	pairs                 map[int64]*pairSums // of an estimate of overlap, by class
	loci                  *locus.Finder[hit]
	parts                 []*collector    // of single ancestries
	without               []withoutTotals // by study; nil unless each is left out
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

// open writes the headers once.
func (c *collector) open() (err error) {
	if c.began {
		return nil
	}
	c.began = true
	if c.run.opt.LeaveOneOut {
		c.without = newWithoutTotals(len(c.run.order))
	}
	if c.out.LeaveOneOut != nil {
		if c.leave, err = c.newTable(c.out.LeaveOneOut, c.out.LeaveOneOutIndex, withoutColumns); err != nil {
			return err
		}
	}
	if c.out.Results == nil {
		return nil
	}
	if c.out.RSIndex != nil && c.run.opt.Key == ByPosition {
		c.rs = rsindex.NewWriter(c.out.TempDir)
	}
	c.lines, err = c.newTable(c.out.Results, c.out.Index, c.run.opt.header())
	return err
}

func (c *collector) newTable(w, index io.Writer, header string) (*tableFile, error) {
	return newTableFile(w, index, c.run.opt.Key, c.out.CompressionWorkers, header)
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
		c.covered.Add(row.Chromosome)
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
	for i := range c.without {
		c.without[i].take(&o.without.studies[i])
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
	return c.run.opt.chiSquare(row.Beta, row.SE, row.NegLog10P)
}

// chiSquare returns the statistic of an effect that all studies have.
func (o *Options) chiSquare(beta, se, negLog10P float64) float64 {
	z := o.Scheme.z(beta, se, negLog10P)
	if o.Interval == HartungKnapp {
		z = stat.ZFromNegLog10P(negLog10P) // β/SE is Student's t
	}
	return z * z
}

// inflation returns λ of lines, NaN where they are few or cover part of the genome only: λ of a few
// loci describes their signal, not the studies.
func inflation(lambda *stat.Lambda, covered genome.Covered) float64 {
	if covered.Regional() || lambda.N() < stat.EnoughForMedian {
		return math.NaN()
	}
	return lambda.Value()
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
	if c.lines != nil {
		if err := c.lines.write(o.text, o.ends, o.rows); err != nil {
			return err
		}
	}
	if c.leave != nil {
		if err := c.leave.write(o.without.text, o.without.ends, o.rows); err != nil {
			return err
		}
	}
	if c.rs == nil {
		return nil
	}
	for i := range o.rows {
		if err := c.rs.Add(o.rows[i].RSID, o.rows[i].Chromosome, o.rows[i].Position); err != nil {
			return err
		}
	}
	return nil
}

// close completes the files; the indexes only when the run was complete.
func (c *collector) close(complete bool) error {
	err := c.open()
	for _, f := range []*tableFile{c.lines, c.leave} {
		if f != nil {
			err = errors.Join(err, f.close(complete && err == nil))
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
