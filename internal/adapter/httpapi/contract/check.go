package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"cohortium/internal/platform/errs"
)

// Limits of a JSON body.
const (
	MaxBody   = 1 << 20
	maxDepth  = 32
	maxValues = 100_000
)

// Faults are the faults of a value. Faults of form (a wrong type, an unknown field) are a
// programming error of the sender; the others are broken rules.
type Faults struct {
	Shape []errs.Field
	Rules []errs.Field
}

func (f *Faults) misshapen(path, format string, args ...any) {
	f.Shape = append(f.Shape, errs.Field{Field: path, Message: fmt.Sprintf(format, args...)})
}

func (f *Faults) broken(path, format string, args ...any) {
	f.Rules = append(f.Rules, errs.Field{Field: path, Message: fmt.Sprintf(format, args...)})
}

// Err returns all faults as one error, nil if there are none.
func (f *Faults) Err() error {
	if len(f.Shape) > 0 {
		return errs.New(errs.Invalid, "malformed", "This request does not have the expected form.").WithFields(f.Shape...)
	}
	if len(f.Rules) > 0 {
		return errs.New(errs.Rule, "rule", "%s", attention(len(f.Rules))).WithFields(f.Rules...)
	}
	return nil
}

func attention(n int) string {
	if n == 1 {
		return "One field needs attention."
	}
	return fmt.Sprintf("%d fields need attention.", n)
}

// DecodeJSON decodes one JSON value of limited depth and number of parts, because each part takes
// many times its bytes in memory.
func DecodeJSON(text []byte) (any, error) {
	if err := checkShape(text); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return nil, errs.New(errs.Invalid, "malformed", "The body is not valid JSON.").Because(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errs.New(errs.Invalid, "malformed", "The body holds more than one JSON value.")
	}
	return value, nil
}

func checkShape(text []byte) error {
	depth, values, quoted, escaped := 0, 1, false, false
	for _, b := range text {
		switch {
		case escaped:
			escaped = false
		case quoted && b == '\\':
			escaped = true
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{' || b == '[':
			if depth++; depth > maxDepth {
				return errs.New(errs.Invalid, "malformed", "The body is nested more than %d deep.", maxDepth)
			}
		case b == '}' || b == ']':
			depth--
		case b == ',':
			if values++; values > maxValues {
				return errs.New(errs.TooLarge, "too_large", "The body holds more than %d values.", maxValues)
			}
		}
	}
	return nil
}

// Check compares a decoded JSON value with a schema. path names the value for users, such as
// metadata.cases.
func (c *Contract) Check(s *Schema, value any, path string, f *Faults) {
	if s = c.Resolve(s); s == nil {
		return
	}
	if value == nil {
		if !s.Nullable {
			f.misshapen(path, "null is not allowed here.")
		}
		return
	}
	if len(s.OneOf) > 0 {
		c.checkOneOf(s, value, path, f)
		return
	}
	switch s.Type {
	case "object":
		c.checkObject(s, value, path, f)
	case "array":
		c.checkArray(s, value, path, f)
	case "string":
		checkString(s, value, path, f)
	case "integer", "number":
		checkNumber(s, value, path, f)
	case "boolean":
		if _, ok := value.(bool); !ok {
			f.misshapen(path, "true or false is expected.")
		}
	}
}

// checkOneOf reports the faults of the alternative that has the fewest.
func (c *Contract) checkOneOf(s *Schema, value any, path string, f *Faults) {
	var least *Faults
	for _, one := range s.OneOf {
		g := new(Faults)
		c.Check(one, value, path, g)
		if least == nil || len(g.Shape)+len(g.Rules) < len(least.Shape)+len(least.Rules) {
			least = g
		}
	}
	f.Shape, f.Rules = append(f.Shape, least.Shape...), append(f.Rules, least.Rules...)
}

func (c *Contract) checkObject(s *Schema, value any, path string, f *Faults) {
	object, ok := value.(map[string]any)
	if !ok {
		f.misshapen(path, "An object is expected.")
		return
	}
	for _, name := range s.Required {
		if _, ok := object[name]; !ok {
			f.broken(join(path, name), "Fill this in.")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		member := s.Properties[name]
		switch {
		case member != nil:
			c.Check(member, object[name], join(path, name), f)
		case s.AdditionalProperties != nil && s.AdditionalProperties.schema != nil:
			c.Check(s.AdditionalProperties.schema, object[name], join(path, name), f)
		case s.AdditionalProperties == nil || !s.AdditionalProperties.Any:
			f.misshapen(join(path, name), "Unknown field.")
		}
	}
}

func (c *Contract) checkArray(s *Schema, value any, path string, f *Faults) {
	items, ok := value.([]any)
	if !ok {
		f.misshapen(path, "A list is expected.")
		return
	}
	if s.MinItems != nil && len(items) < *s.MinItems {
		f.broken(path, "At least %d.", *s.MinItems)
	}
	if s.MaxItems != nil && len(items) > *s.MaxItems {
		f.broken(path, "At most %d.", *s.MaxItems)
		return
	}
	for i, item := range items {
		c.Check(s.Items, item, fmt.Sprintf("%s.%d", path, i), f)
	}
}

func checkString(s *Schema, value any, path string, f *Faults) {
	text, ok := value.(string)
	if !ok {
		f.misshapen(path, "A text is expected.")
		return
	}
	n := utf8.RuneCountInString(text)
	switch {
	case s.MinLength != nil && n < *s.MinLength:
		f.broken(path, "Fill this in.")
	case s.MaxLength != nil && n > *s.MaxLength:
		f.broken(path, "At most %d characters.", *s.MaxLength)
	case len(s.Enum) > 0 && !slices.Contains(s.Enum, text):
		f.broken(path, "One of %s.", strings.Join(s.Enum, ", "))
	case s.Format == "date" && !isTime(time.DateOnly, text):
		f.broken(path, "A date looks like 2019-03-31.")
	case s.Format == "date-time" && !isTime(time.RFC3339Nano, text):
		f.broken(path, "A time looks like 2019-03-31T12:00:00Z.")
	}
}

func isTime(layout, text string) bool {
	_, err := time.Parse(layout, text)
	return err == nil
}

func checkNumber(s *Schema, value any, path string, f *Faults) {
	number, ok := value.(json.Number)
	if !ok {
		f.misshapen(path, "A number is expected.")
		return
	}
	x, err := number.Float64()
	if err != nil || math.IsInf(x, 0) {
		f.broken(path, "This number is too large.")
		return
	}
	if s.Type == "integer" {
		if _, err := strconv.ParseInt(number.String(), 10, 64); err != nil {
			f.broken(path, "A whole number is expected.")
			return
		}
	}
	switch {
	case s.Minimum != nil && x < *s.Minimum:
		f.broken(path, "At least %v.", *s.Minimum)
	case s.Maximum != nil && x > *s.Maximum:
		f.broken(path, "At most %v.", *s.Maximum)
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
