package pagedata

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"unicode"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/tableindex"
)

// guessType returns the type that the first values of a column fit.
func guessType(c tableindex.Column, sample [][]*string, i int) Type {
	switch {
	case c.Type != tableindex.Text && namesCodes(c.Name):
		return Text
	case c.Type != tableindex.Text && every(sample, i, isNumber):
		return Number
	case every(sample, i, isBoolean):
		return Boolean
	case every(sample, i, isList):
		return List
	}
	return Text
}

// namesCodes reports whether a column is named as one of ids, which are texts whatever they look
// like.
func namesCodes(header string) bool {
	words := wordsOf(header)
	if len(words) == 0 {
		return false
	}
	switch words[len(words)-1] {
	case "id", "ids", "code", "codes":
		return true
	}
	return false
}

// wordsOf cuts a header at signs, and where a capital follows a small letter.
func wordsOf(header string) []string {
	var b strings.Builder
	last := ' '
	for _, r := range header {
		if unicode.IsUpper(r) && unicode.IsLower(last) {
			b.WriteByte(' ')
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
		} else {
			b.WriteByte(' ')
		}
		last = r
	}
	return strings.Fields(b.String())
}

// every reports whether the values of a column, of which there are some, fulfil a rule.
func every(sample [][]*string, i int, rule func(cell []byte) bool) bool {
	some := false
	for _, row := range sample {
		if i >= len(row) || row[i] == nil || sumstats.IsMissing([]byte(*row[i])) {
			continue
		}
		if !rule([]byte(*row[i])) {
			return false
		}
		some = true
	}
	return some
}

func isNumber(cell []byte) bool {
	_, ok := numberOf(cell)
	return ok
}

// numberOf returns the number that a cell holds: 5E-8, 1e+5 and +3 are numbers; 007 is a code, and
// so is a whole number that a double does not hold.
func numberOf(cell []byte) (float64, bool) {
	v, ok := sumstats.ParseFloat(cell)
	if !ok || tableindex.IsCode(cell) {
		return 0, false
	}
	if math.Abs(v) >= 1<<53 && !bytes.ContainsAny(cell, ".eE") {
		return 0, false
	}
	return v, true
}

// isInfinite reports whether a cell is an infinity or NaN. Those are missing.
func isInfinite(cell []byte) bool {
	switch strings.ToLower(strings.TrimLeft(string(cell), "+-")) {
	case "inf", "infinity":
		return true
	}
	return false
}

func isBoolean(cell []byte) bool {
	_, ok := booleanOf(cell)
	return ok
}

func booleanOf(cell []byte) (value, ok bool) {
	switch {
	case bytes.EqualFold(cell, []byte("true")):
		return true, true
	case bytes.EqualFold(cell, []byte("false")):
		return false, true
	}
	return false, false
}

func isList(cell []byte) bool {
	return len(cell) > 1 && cell[0] == '[' && json.Valid(cell)
}

// ids derives from each header an id for documents: small letters, digits and underscores, a letter
// first.
func ids(names []string) []string {
	const most = 48 // leaves room for a number and for a companion
	taken := map[string]bool{}
	out := make([]string, len(names))
	for i, name := range names {
		id := idOf(name)
		id = strings.TrimRight(id[:min(most, len(id))], "_")
		own := id
		for n := 2; taken[own]; n++ {
			own = fmt.Sprintf("%s_%d", id, n)
		}
		taken[own] = true
		out[i] = own
	}
	return out
}

func idOf(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	id := strings.Trim(b.String(), "_")
	if id == "" || id[0] < 'a' {
		id = strings.TrimRight("c_"+id, "_")
	}
	return id
}
