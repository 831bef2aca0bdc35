package page

import (
	"fmt"
	"slices"
)

// checkFilters checks the columns of filters, and their initial values.
func (c *check) checkFilters() {
	ids := map[string]bool{}
	alike := map[string]bool{}
	for _, p := range c.document.at("filters").items() {
		c.once(ids, p.at("id"), "filters")
		takes, known := c.kinds.filters[p.text("type")]
		ref := p.at("column")
		if !known || p.text("column") == "" {
			continue
		}
		thing, _ := c.subject(p.path)
		asks := p.text("type") + " " + p.text("column")
		if alike[asks] {
			c.warned(FilterTwice, p.path, "%s asks the same of column %s as one before it. Remove one of them.", thing, quoted(c.titleOf(p.text("column"))))
		}
		alike[asks] = true
		if found := c.use(ref, takes, Error); found != nil {
			c.checkPreset(p.at("preset"), thing, p.text("type"), found)
		}
	}
}

// checkPreset reports an initial value that lets no row pass.
func (c *check) checkPreset(preset part, thing, kind string, of *column) {
	low, hasLow := preset.at("low").number()
	high, hasHigh := preset.at("high").number()
	if hasLow && hasHigh && low > high {
		c.failed(BadPreset, preset.path, "%s begins with %g to %g, which is the wrong way round.", thing, low, high)
		return
	}
	if value, ok := preset.number(); ok {
		if kind == "at_least" {
			low, hasLow = value, true
		} else {
			high, hasHigh = value, true
		}
	}
	if of.source == nil {
		return
	}
	least, most := of.source.Min, of.source.Max
	if least != nil && most != nil && kind != "outside" && (hasLow && low > *most || hasHigh && high < *least) {
		c.warned(
			BadPreset,
			preset.path,
			"%s begins with %s, and the column holds %g to %g: no row is shown.",
			thing,
			bounds(low, hasLow, high, hasHigh),
			*least,
			*most,
		)
	}
	c.checkTexts(preset, thing, kind, of.source.Values)
}

func bounds(low float64, hasLow bool, high float64, hasHigh bool) string {
	switch {
	case hasLow && hasHigh:
		return fmt.Sprintf("%g to %g", low, high)
	case hasLow:
		return fmt.Sprintf("at least %g", low)
	}
	return fmt.Sprintf("at most %g", high)
}

// checkTexts reports texts that the column does not have, when all its values are known.
func (c *check) checkTexts(preset part, thing, kind string, values []string) {
	if values == nil || kind == "contains" {
		return
	}
	for _, p := range preset.items() {
		if is, ok := p.value.(string); ok && !slices.Contains(values, is) {
			c.warned(BadPreset, p.path, "%s begins with %s, which the column does not hold.", thing, quoted(is))
		}
	}
}
