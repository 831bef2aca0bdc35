package dataset

import (
	"maps"
	"slices"
	"strings"

	"cohortium/internal/platform/spelling"
)

// shortestHint is how many characters a name needs to be told from another by
// some of its letters; codes such as EU and EA cannot.
const shortestHint = 4

// meantIn is the label of a coded field that a value probably meant, "" when
// none is near.
func meantIn(codes []Code, aliases map[string]string, value string) string {
	labels := make(map[string]string)
	var names []string
	add := func(name, label string) {
		// Another number is another thing: no assembly is guessed.
		if len(name) >= shortestHint && !strings.ContainsAny(name, "0123456789") && labels[name] == "" {
			labels[name] = label
			names = append(names, name)
		}
	}
	for _, c := range codes {
		add(c.Label, c.Label)
	}
	for _, c := range codes { // labels come first: of two that are as near, theirs is taken
		add(c.Value, c.Label)
	}
	for _, alias := range slices.Sorted(maps.Keys(aliases)) {
		add(alias, LabelOf(codes, aliases[alias]))
	}
	return labels[spelling.New(names...).Nearest(value)]
}

// meant is what was probably meant in a column of a sheet, "" when nothing is
// near or the column takes any value.
func meant(column, value string) string {
	i := slices.IndexFunc(fields, func(f field) bool { return f.form == coded && f.key == column })
	if i < 0 {
		return ""
	}
	return meantIn(fields[i].codes, fields[i].aliases, value)
}
