package page

import (
	"maps"
	"slices"

	"cohortium/internal/platform/spelling"
)

// checkSteps follows the outputs of the steps, one after the other.
func (c *check) checkSteps() {
	ids := map[string]bool{}
	for _, step := range c.document.at("steps").items() {
		c.once(ids, step.at("id"), "steps")
		known, ok := c.kinds.steps[step.text("type")]
		if !ok || step.isTrue("off") {
			continue
		}
		var in []*column
		for _, u := range known.uses {
			for _, ref := range step.find(u.place) {
				in = append(in, c.use(ref, u.takes, Error))
			}
		}
		if known.rules != nil {
			known.rules(c, step, in)
		}
		makes := known.makes
		if known.result != nil {
			makes = known.result(c, step, in)
		}
		c.make(step, known, makes)
	}
	c.names = spelling.New(slices.Sorted(maps.Keys(c.made))...)
}

// once reports an id that another thing of the same kind has.
func (c *check) once(ids map[string]bool, id part, kind string) {
	name, ok := id.value.(string)
	if !ok || name == "" {
		return
	}
	if ids[name] {
		c.failed(IDTwice, id.path, "Two of the %s have the id %s. Change one of them.", kind, quoted(name))
	}
	ids[name] = true
}

// outputs returns the outputs of a step.
func outputs(step part) []part { return append(step.find("output"), step.find("outputs/*")...) }

// make adds the outputs of a step. An output may replace one of the step's own inputs, and nothing
// else.
func (c *check) make(step part, known stepKind, makes types) {
	var own []string
	for _, u := range known.uses {
		for _, ref := range step.find(u.place) {
			own = append(own, stringOf(ref))
		}
	}
	if step.text("type") == "expression" {
		columns, _ := namesIn(tokensOf(step.text("expression")))
		own = append(own, columns...)
	}
	here := map[string]bool{}
	for _, out := range outputs(step) {
		id := out.text("id")
		if id == "" {
			continue
		}
		thing, _ := c.subject(step.path)
		if here[id] || c.made[id] != nil && !slices.Contains(own, id) {
			c.failed(IDTwice, out.at("id").path, "%s makes column %s, but that id is already in use. Choose another id.", thing, quoted(id))
		}
		here[id] = true
		c.made[id] = &column{types: makes}
	}
}

func stringOf(p part) string {
	text, _ := p.value.(string)
	return text
}

func joinSeparators(c *check, step part, _ []*column) {
	inputs, by := len(step.at("inputs").items()), len(step.at("by").items())
	if inputs > 0 && by != inputs-1 {
		thing, _ := c.subject(step.path)
		c.failed(
			Separators,
			step.at("by").path,
			"%s joins %d columns and has %d separators; it needs one between each two, %d in all.",
			thing,
			inputs,
			by,
			inputs-1,
		)
	}
}

func splitSeparators(c *check, step part, _ []*column) {
	outputs, by := len(step.at("outputs").items()), len(step.at("by").items())
	if outputs > 0 && by != outputs-1 {
		thing, _ := c.subject(step.path)
		c.failed(
			Separators,
			step.at("by").path,
			"%s makes %d columns with %d separators; it needs one between each two, %d in all.",
			thing,
			outputs,
			by,
			outputs-1,
		)
	}
}

// listOrItem returns a list, or the text of the extracted item.
func listOrItem(_ *check, step part, _ []*column) types {
	if step.at("take").value != nil {
		return text
	}
	return listed
}

func sameType(_ *check, _ part, in []*column) types {
	if len(in) == 0 || in[0] == nil {
		return 0
	}
	return in[0].types
}

// defaultValue compares the replacement of missing values with the column.
func defaultValue(c *check, step part, in []*column) {
	holds := sameType(c, step, in)
	value := step.at("value")
	var is types
	switch value.value.(type) {
	case string:
		is = text
	case bool:
		is = boolean
	case nil:
		return
	default:
		is = number
	}
	if holds != 0 && holds != is {
		thing, _ := c.subject(step.path)
		c.failed(WrongType, value.path, "%s fills up a column of %s, and what it fills in is of another type.", thing, holds)
	}
}
