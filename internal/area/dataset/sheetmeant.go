package dataset

import (
	"maps"
	"slices"
	"strings"

	"cohortium/internal/platform/spelling"
)

// shortestHint is the minimum length, in characters, of a name that can be guessed from similar
// spelling; codes such as EU and EA are too short.
const shortestHint = 4

// meantIn returns the label of the probable value of a coded field, "" if none is similar.
func meantIn(codes []Code, aliases map[string]string, value string) string {
	labels := make(map[string]string)
	var names []string
	add := func(name, label string) {
		// Another number is another build, so it is not guessed.
		if len(name) >= shortestHint && !strings.ContainsAny(name, "0123456789") && labels[name] == "" {
			labels[name] = label
			names = append(names, name)
		}
	}
	for _, c := range codes {
		add(c.Label, c.Label)
	}
	for _, c := range codes { // labels come first and win ties
		add(c.Value, c.Label)
	}
	for _, alias := range slices.Sorted(maps.Keys(aliases)) {
		add(alias, LabelOf(codes, aliases[alias]))
	}
	return labels[spelling.New(names...).Nearest(value)]
}

// meant returns the probable value in a column of a sheet, "" if nothing is similar or the column
// accepts any value.
func meant(column, value string) string {
	i := slices.IndexFunc(fields, func(f field) bool { return f.form == coded && f.key == column })
	if i < 0 {
		return ""
	}
	return meantIn(fields[i].codes, fields[i].aliases, value)
}
