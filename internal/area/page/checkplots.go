package page

// checkPlots checks the columns that plots draw.
func (c *check) checkPlots() {
	ids := map[string]bool{}
	for _, p := range c.document.at("plots").items() {
		c.once(ids, p.at("id"), "plots")
		for _, u := range c.kinds.plots[p.text("type")] {
			for _, ref := range p.find(u.place) {
				c.use(ref, u.takes, Error)
			}
		}
		c.checkStrength(p)
		c.checkLink(p.at("link"))
		switch p.text("type") {
		case "heatmap":
			c.checkScale(p.at("value"))
		case "region":
			if p.isTrue("genes") && c.document.text("genome_build") == "" {
				thing, _ := c.subject(p.path)
				c.warned(Incomplete, p.at("genes").path, "%s shows genes only when the genome build of the page is chosen.", thing)
			}
		case "bar":
			if p.text("as") != "count" && p.text("as") != "" && p.at("value").value == nil {
				thing, _ := c.subject(p.path)
				c.failed(Incomplete, p.at("value").path, "%s needs the column whose %s it draws, or draws how many rows there are.", thing, p.text("as"))
			}
		}
	}
}

// checkStrength compares the declared content of a column, P or −log10 P, with its values.
func (c *check) checkStrength(p part) {
	ref := p.at("y").at("column")
	found := c.made[stringOf(ref)]
	if found == nil || found.source == nil || found.source.Min == nil || found.source.Max == nil {
		return
	}
	least, most := *found.source.Min, *found.source.Max
	thing, _ := c.subject(p.path)
	name := quoted(c.titleOf(stringOf(ref)))
	switch p.at("y").text("is") {
	case "neg_log_10_p":
		if least >= 0 && most <= 1 {
			c.warned(
				RawP,
				ref.path,
				"%s draws column %s as −log10 P, and its values lie between 0 and 1 as P values do. Say that it holds P values.",
				thing,
				name,
			)
		}
	case "p":
		if least < 0 || most > 1 {
			c.warned(
				NotP,
				ref.path,
				"%s draws column %s as P values, and its values lie between %g and %g. P values lie between 0 and 1.",
				thing,
				name,
				least,
				most,
			)
		}
	}
}

// checkScale reports colours of a heat map whose values do not ascend.
func (c *check) checkScale(value part) {
	low, hasLow := value.at("low").number()
	middle, hasMiddle := value.at("middle").number()
	high, hasHigh := value.at("high").number()
	if hasLow && hasMiddle && hasHigh && (low > middle || middle > high || low == high) {
		thing, _ := c.subject(value.path)
		c.failed(BadOrder, value.path, "%s has colours from %g over %g to %g; these have to go upwards.", thing, low, middle, high)
	}
}
