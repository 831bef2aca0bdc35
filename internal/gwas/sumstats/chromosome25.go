package sumstats

import (
	"bytes"

	"cohortium/internal/gwas/genome"
)

// chromosome25 decides what a chromosome written as 25 is: the mitochondrial one in GWAS-SSF, the
// pseudo-autosomal part of X in PLINK, which writes 26 for the other. One row cannot decide that,
// but a file can, by a position that no mitochondrial genome has or by a 26. Until then the rows in
// question wait.
type chromosome25 struct {
	isX, isMT bool
	waiting   []Row
}

// mostWaiting is more than all variants that a mitochondrial genome can have; a file with as many
// rows on 25 and no proof of X is read as GWAS-SSF.
const mostWaiting = 1 << 17

// mitochondrial notes how the mitochondrial chromosome is written, and returns the chromosome as
// far as the row determines it.
func (p *rowParser) mitochondrial(b []byte) genome.Chromosome {
	p.tally.mitochondrion |= mitochondrialName(b)
	switch {
	case bytes.HasSuffix(b, []byte("26")):
		p.tally.pseudoAutosomal = true
	case !bytes.HasSuffix(b, []byte("25")):
	case p.plan.opt.PLINKCodes:
		p.repaired(rChromosomePAR, b)
		return genome.X
	default:
		p.row.Flags |= written25
		p.tally.written25++
	}
	return genome.MT
}

// settle takes the rows that cannot be named yet out of a chunk, or names those
// that waited and puts them before it.
func (c *chromosome25) settle(j *job, t *tally) {
	c.isX = c.isX || j.tally.pseudoAutosomal && !c.isMT
	if j.tally.written25 > 0 && (c.isX || c.isMT) {
		c.name(j.rows, t)
	}
	if c.isX && len(c.waiting) > 0 {
		j.rows = append(c.release(t), j.rows...)
	}
	if j.tally.written25 == 0 || c.isX || c.isMT {
		return
	}
	kept := j.rows[:0]
	for _, r := range j.rows {
		if r.Flags&written25 != 0 {
			c.waiting = append(c.waiting, r)
		} else {
			kept = append(kept, r)
		}
	}
	j.rows = kept
	if len(c.waiting) > mostWaiting {
		c.isMT = true
		j.rows = append(c.release(t), j.rows...)
	}
}

// release returns the rows that waited, with their chromosome; they are not held after this.
func (c *chromosome25) release(t *tally) []Row {
	rows := c.name(c.waiting, t)
	c.waiting = nil
	return rows
}

// name sets the chromosome of rows written as 25.
func (c *chromosome25) name(rows []Row, t *tally) []Row {
	for i := range rows {
		r := &rows[i]
		if r.Flags&written25 == 0 {
			continue
		}
		r.Flags &^= written25
		if c.isX || r.Position > longestMT {
			r.Chromosome = genome.X
			t.note(rChromosomePAR, r.Line, []byte("25"))
		}
	}
	return rows
}
