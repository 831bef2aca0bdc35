package meta

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/sumstats"
)

// columns of a result, in order.
var columns = []string{
	"chromosome", "base_pair_location", "effect_allele", "other_allele", "beta", "standard_error",
	"effect_allele_frequency", "p_value", "neg_log_10_p_value", "variant_id", "rsid", "n", "n_studies",
	"direction", "q", "het_p", "i2", "tau2", "eaf_min", "eaf_max",
}

// Header returns the first line of a result, without its end.
func Header() string { return strings.Join(columns, "\t") }

// header adds the columns of a meta-regression to Header.
func (o *Options) header() string {
	if o.Scheme != MetaRegression {
		return Header()
	}
	h := Header() + "\tchisq_association\thet_ancestry_p\thet_residual_p"
	for t := range o.Axes {
		h += fmt.Sprintf("\tbeta_axis_%d\tstandard_error_axis_%d", t+1, t+1)
	}
	return h
}

// append adds the columns of a meta-regression.
func (r *Regression) append(dst []byte, axes int) []byte {
	dst = appendNumber(append(dst, '\t'), r.Association, otherDigits)
	dst = ssf.AppendP(append(dst, '\t'), r.NegLog10AncestryP)
	dst = ssf.AppendP(append(dst, '\t'), r.NegLog10ResidualP)
	for t := range axes {
		dst = appendNumber(append(dst, '\t'), r.Effects[t], effectDigits)
		dst = appendNumber(append(dst, '\t'), r.Errors[t], effectDigits)
	}
	return dst
}

// Digits written after rounding. Effects keep more than any reader can use, so that sums over a
// result do not show the rounding.
const (
	effectDigits = 13
	otherDigits  = 10
)

// appendLine appends the line of a result with its newline. variant_id is
// chromosome_position_other_effect.
func (c *combiner) appendLine(dst []byte, g *group, r *result) []byte {
	row := &r.row
	placed := row.Position > 0
	dst = appendPlace(dst, row, placed)
	dst = c.matcher.dict.Append(append(dst, '\t'), row.EA)
	dst = c.matcher.dict.Append(append(dst, '\t'), row.OA)
	dst = appendNumber(append(dst, '\t'), r.Beta, effectDigits)
	dst = appendNumber(append(dst, '\t'), r.SE, effectDigits)
	dst = appendNumber(append(dst, '\t'), row.EAF, otherDigits)
	dst = ssf.AppendP(append(dst, '\t'), r.NegLog10P)
	dst = appendNumber(append(dst, '\t'), r.NegLog10P, otherDigits)
	dst = append(dst, '\t')
	if placed {
		dst = c.appendVariantID(dst, row)
	} else {
		dst = append(dst, "NA"...)
	}
	dst = append(dst, '\t')
	dst = appendRSID(dst, row.RSID)
	dst = appendNumber(append(dst, '\t'), row.N, 15)
	dst = strconv.AppendInt(append(dst, '\t'), int64(len(g.entries)), 10)
	dst = append(dst, '\t')
	dst = c.appendDirection(dst, g, row)
	dst = appendNumber(append(dst, '\t'), r.Q, otherDigits)
	dst = ssf.AppendP(append(dst, '\t'), r.NegLog10HetP)
	dst = appendNumber(append(dst, '\t'), r.I2, otherDigits)
	dst = appendNumber(append(dst, '\t'), r.Tau2, otherDigits)
	dst = appendNumber(append(dst, '\t'), r.eafMin, otherDigits)
	dst = appendNumber(append(dst, '\t'), r.eafMax, otherDigits)
	if c.opt.Scheme == MetaRegression {
		dst = r.regression.append(dst, c.opt.Axes)
	}
	return append(dst, '\n')
}

func appendPlace(dst []byte, row *sumstats.Row, placed bool) []byte {
	if !placed {
		return append(dst, "NA\tNA"...)
	}
	dst = row.Chromosome.AppendCode(dst)
	return strconv.AppendInt(append(dst, '\t'), int64(row.Position), 10)
}

func (c *combiner) appendVariantID(dst []byte, row *sumstats.Row) []byte {
	dst = row.Chromosome.AppendCode(dst)
	dst = strconv.AppendInt(append(dst, '_'), int64(row.Position), 10)
	dst = c.matcher.dict.Append(append(dst, '_'), row.OA)
	return c.matcher.dict.Append(append(dst, '_'), row.EA)
}

func appendRSID(dst []byte, id uint64) []byte {
	if id == 0 {
		return append(dst, "NA"...)
	}
	return strconv.AppendUint(append(dst, "rs"...), id, 10)
}

// appendDirection writes one character per study in the order as listed: the
// sign of its effect on the effect allele, 0 for none, ? where it has no row.
func (c *combiner) appendDirection(dst []byte, g *group, row *sumstats.Row) []byte {
	from := len(dst)
	for range c.signs {
		dst = append(dst, '?')
	}
	for i := range g.entries {
		e := &g.entries[i]
		dst[from+c.order[e.study]] = c.sign(e, row)
	}
	return dst
}

// oriented returns the effect of an entry on the effect allele of the result.
func oriented(e *entry, row *sumstats.Row) float64 {
	if e.ea != row.EA {
		return -e.row.Beta
	}
	return e.row.Beta
}

// sign returns the direction of an entry on the effect allele of the result. With the sample-size
// scheme it is that of the z score, see signedZ.
func (c *combiner) sign(e *entry, row *sumstats.Row) byte {
	x := oriented(e, row)
	if x == 0 && c.opt.Scheme == SampleSize && e.row.NegLog10P > 0 {
		x = math.Copysign(1, x)
	}
	switch {
	case x > 0:
		return '+'
	case x < 0:
		return '-'
	default:
		return '0'
	}
}

// appendNumber appends v with at most the given significant digits, NA when it
// is not a number. Whole numbers and what needs fewer digits are written short.
func appendNumber(dst []byte, v float64, digits int) []byte {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return append(dst, "NA"...)
	case v == 0:
		return append(dst, '0')
	case v == math.Trunc(v) && math.Abs(v) < 1e15:
		return strconv.AppendInt(dst, int64(v), 10)
	}
	return strconv.AppendFloat(dst, v, 'g', digits, 64)
}
