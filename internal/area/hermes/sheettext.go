package hermes

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"cohortium/internal/platform/spelling"
	"cohortium/internal/platform/spreadsheet"
)

// phenotypeKey is the key of a phenotype's code.
const phenotypeKey = "phenotype"

// textReader converts typed texts of cells and fields to metadata.
type textReader struct {
	phenotypes []*Phenotype
	fields     []reflect.StructField // of Metadata
	lists      map[string][]Choice
	near       map[string]*spelling.Dictionary // of the values and labels of a list
}

func newTextReader(phenotypes []*Phenotype) *textReader {
	r := &textReader{
		phenotypes: phenotypes,
		fields:     reflect.VisibleFields(reflect.TypeFor[Metadata]()),
		lists:      lists(),
		near:       make(map[string]*spelling.Dictionary),
	}
	for key, choices := range r.lists {
		var words []string
		for _, c := range choices {
			words = append(words, c.Value, c.Label)
		}
		r.near[key] = spelling.New(words...)
	}
	for _, p := range phenotypes {
		r.lists[phenotypeKey] = append(r.lists[phenotypeKey], Choice{p.Code, p.Description})
	}
	return r
}

// check converts the texts of a file to metadata, or adds problems.
func (r *textReader) check(f *CheckedFile) error {
	typed := make(map[string]string, len(f.Values))
	values := make(map[string]any, len(f.Values))
	for _, field := range r.fields {
		key := keyOf(field)
		text := f.Values[key]
		if text == "" {
			delete(f.Values, key)
			continue
		}
		typed[key] = text
		value, message := r.read(field, text)
		if message != "" {
			f.Refuse(SheetProblem{Column: key, Value: text, Message: message, Suggestion: r.suggest(field, text)})
			continue
		}
		values[key], f.Values[key] = value, plainText(value)
	}
	raw, err := json.Marshal(values)
	if err != nil {
		return err
	}
	meta, err := parseMetadata(raw)
	if err != nil {
		return err
	}
	r.refuse(f, meta, typed)
	if len(f.Problems) > 0 {
		return nil
	}
	f.Metadata, err = json.Marshal(meta)
	return err
}

// refuse applies the rules of the metadata form. Unreadable values were refused before.
func (r *textReader) refuse(f *CheckedFile, meta *Metadata, typed map[string]string) {
	unread := make(map[string]bool)
	for _, p := range f.Problems {
		unread[p.Column] = true
	}
	for _, fault := range meta.faults(r.phenotypes, "") {
		key := strings.TrimPrefix(fault.Field, "metadata.")
		if unread[key] {
			continue
		}
		p := SheetProblem{Column: key, Value: typed[key], Message: fault.Message, Suggestion: r.suggest(r.fields[r.place(key)], typed[key])}
		if key == phenotypeKey && p.Suggestion != "" {
			p.Message = noCode(p.Value) // the suggestion is shown separately
		}
		f.Refuse(p)
	}
	slices.SortStableFunc(f.Problems, func(a, b SheetProblem) int { return r.place(a.Column) - r.place(b.Column) })
}

// place returns the position of a key in the form.
func (r *textReader) place(key string) int {
	return slices.IndexFunc(r.fields, func(f reflect.StructField) bool { return keyOf(f) == key })
}

// read returns the value of a text, or why it is invalid.
func (r *textReader) read(field reflect.StructField, text string) (value any, message string) {
	if strings.HasPrefix(text, "=") {
		return nil, "This is a formula, not its value. Save the sheet with values only."
	}
	switch key := keyOf(field); {
	case kindOf(field) == reflect.Int64:
		n, err := spreadsheet.Whole(text)
		if err == nil {
			return n, ""
		}
		return nil, wholeFault(err)
	case kindOf(field) == reflect.Float64:
		if x, ok := parseNumber(text); ok {
			return x, ""
		}
		return nil, "A number is expected."
	case slices.Contains(days, key):
		return day(text), ""
	default:
		return r.chosen(key, text), ""
	}
}

// wholeFault returns the message for a text that is not a whole number.
func wholeFault(err error) string {
	if errors.Is(err, spreadsheet.ErrSeparator) {
		return "The point may separate thousands or decimals. Write the number without separators."
	}
	return "A whole number is expected."
}

func kindOf(field reflect.StructField) reflect.Kind {
	if field.Type.Kind() == reflect.Pointer {
		return field.Type.Elem().Kind()
	}
	return field.Type.Kind()
}

// days are the keys of dates.
var days = []string{"dataCollectionStart", "dataCollectionEnd"}

// day parses a typed date, or a spreadsheet's number of days since 30 December 1899.
func day(text string) string {
	n, err := strconv.Atoi(text)
	if err != nil || len(text) != 5 {
		return text
	}
	return time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n).Format(time.DateOnly)
}

// buildNames maps other names of the genome builds, without case and symbols.
var buildNames = map[string]string{
	"grch37": "hg19", "b37": "hg19", "37": "hg19", "build37": "hg19", "hg38": "grch38", "b38": "grch38", "38": "grch38", "build38": "grch38",
}

// chosen returns the value of a list that matches a text by value or label, ignoring case and
// symbols. Other texts are returned unchanged.
func (r *textReader) chosen(key, text string) string {
	choices := r.lists[key]
	if allowed(choices, text) {
		return text
	}
	word := spelling.Fold(text)
	if build := buildNames[word]; key == buildKey && build != "" {
		return build
	}
	for _, c := range choices {
		if word == spelling.Fold(c.Value) || word == spelling.Fold(c.Label) {
			return c.Value
		}
	}
	return text
}

// suggest returns the probable value, "" for none.
func (r *textReader) suggest(field reflect.StructField, text string) string {
	key := keyOf(field)
	switch {
	case key == phenotypeKey:
		if p := likelyPhenotype(r.phenotypes, text); p != nil && p.Code != text {
			return p.Code
		}
	case r.near[key] != nil:
		return r.suggestChoice(key, text)
	case kindOf(field) == reflect.Int64: // a point may be a thousands separator
		if _, err := spreadsheet.Whole(text); errors.Is(err, spreadsheet.ErrSeparator) {
			return strings.Replace(text, ".", "", 1)
		}
	case kindOf(field) == reflect.Float64: // a decimal comma is only a guess
		point := strings.Replace(text, ",", ".", 1)
		if _, ok := parseNumber(point); ok && point != text {
			return point
		}
	}
	return ""
}

func (r *textReader) suggestChoice(key, text string) string {
	if near := r.near[key].Nearest(text); near != "" {
		return r.chosen(key, near)
	}
	// A single word of a label, such as “female”, matches if no other label contains it.
	var found []string
	for _, c := range r.lists[key] {
		if slices.ContainsFunc(strings.Fields(c.Label), func(word string) bool { return strings.EqualFold(word, text) }) {
			found = append(found, c.Value)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return ""
}

// parseNumber parses a typed number. Proportions and ages have no thousands separators.
func parseNumber(text string) (float64, bool) {
	if strings.ContainsAny(text, "xX_pPnN") { // hexadecimal numbers, NaN and Inf are not accepted
		return 0, false
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}

// plainText formats a value so that parsing returns the same value.
func plainText(value any) string {
	switch v := value.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return value.(string)
}
