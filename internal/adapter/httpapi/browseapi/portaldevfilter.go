package browseapi

import (
	"regexp"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/errs"
)

// condition is one part of a filter of the PortalDev API: field, operator, literals.
type condition struct {
	field, operator string
	literals        []string
}

var (
	filterHead    = regexp.MustCompile(`^\s*([A-Za-z_]+)\s+(eq|in|ge|le)\s+`)
	filterLiteral = regexp.MustCompile(`^(?:'([^']*)'|([A-Za-z0-9:._-]+))\s*`)
	filterAnd     = regexp.MustCompile(`^and\s+`)
)

// parseFilter parses conditions joined by and, such as chromosome in 'X' and position ge 5; a
// literal with spaces or symbols is in quotes.
func parseFilter(text string) ([]condition, error) {
	var all []condition
	rest := text
	for {
		head := filterHead.FindStringSubmatch(rest)
		if head == nil {
			return nil, badFilter("a field with eq, in, ge or le is expected at " + excerptOf(rest))
		}
		c := condition{field: head[1], operator: head[2]}
		rest = rest[len(head[0]):]
		for {
			literal := filterLiteral.FindStringSubmatch(rest)
			if literal == nil {
				return nil, badFilter("a value is expected at " + excerptOf(rest))
			}
			c.literals = append(c.literals, literal[1]+literal[2])
			rest = rest[len(literal[0]):]
			if c.operator != "in" || !strings.HasPrefix(rest, ",") {
				break
			}
			rest = strings.TrimLeft(rest[1:], " ")
		}
		all = append(all, c)
		if rest == "" {
			return all, nil
		}
		and := filterAnd.FindString(rest)
		if and == "" {
			return nil, badFilter("and is expected at " + excerptOf(rest))
		}
		rest = rest[len(and):]
	}
}

func excerptOf(text string) string {
	if text == "" {
		return "its end"
	}
	return "“" + errs.Shortened(text, 30) + "”"
}

func badFilter(why string) *errs.Error {
	return errs.AtField("filter", "The filter cannot be understood: "+why+".")
}

// wanted is a required condition of a filter: field, a space, and the accepted operators, separated
// by slashes.
type wanted struct{ field, operators string }

// readFilter returns the single literal of each wanted condition, in order. A missing, repeated or
// unknown condition is an error, because the answer would be to another query.
func readFilter(text string, want ...wanted) ([]string, error) {
	all, err := parseFilter(text)
	if err != nil {
		return nil, err
	}
	values := make([]string, len(want))
	given := make([]bool, len(want))
	for _, c := range all {
		at := -1
		for i, w := range want {
			if w.field == c.field && strings.Contains("/"+w.operators+"/", "/"+c.operator+"/") {
				at = i
			}
		}
		switch {
		case at < 0:
			return nil, badFilter("“" + c.field + " " + c.operator + "” is not one of its conditions")
		case given[at]:
			return nil, badFilter("“" + c.field + " " + c.operator + "” is repeated")
		case len(c.literals) != 1:
			return nil, badFilter("“" + c.field + " " + c.operator + "” needs exactly one value")
		}
		values[at], given[at] = c.literals[0], true
	}
	for i, w := range want {
		if !given[i] {
			return nil, badFilter("“" + w.field + " " + strings.ReplaceAll(w.operators, "/", "” or “"+w.field+" ") + "” is missing")
		}
	}
	return values, nil
}

// regionOf returns the region of a filter's chromosome and positions, in the browser's format.
func regionOf(chromosome, start, end string) (string, error) {
	if _, known := genome.ParseChromosome([]byte(chromosome)); !known {
		return "", errs.AtField("filter", errs.Shortened(chromosome, 30)+" is not a chromosome. Use 1–22, X, Y or MT.")
	}
	for _, position := range []string{start, end} {
		if _, err := strconv.ParseUint(position, 10, 31); err != nil {
			return "", errs.AtField("filter", errs.Shortened(position, 30)+" is not a position.")
		}
	}
	return chromosome + ":" + start + "-" + end, nil
}
