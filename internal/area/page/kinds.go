package page

// kinds are the steps, filters and plots that documents may have, and their required columns.
type kinds struct {
	steps   map[string]stepKind
	filters map[string]types
	plots   map[string][]use
}

// use is a place where a column is named, as a pattern of part.find, and the accepted types.
type use struct {
	place string
	takes types
}

// stepKind describes the effect of a step on columns.
type stepKind struct {
	uses  []use
	makes types // 0 when it depends: see result
	// result returns the type of a step's output for columns of these types; nil for makes.
	result func(c *check, step part, in []*column) types
	// rules reports further problems; nil for none.
	rules func(c *check, step part, in []*column)
}

func allKinds() kinds { return kinds{steps: stepKinds(), filters: filterKinds(), plots: plotKinds()} }

func stepKinds() map[string]stepKind {
	one := func(takes types) []use { return []use{{"input", takes}} }
	return map[string]stepKind{
		"join":         {uses: []use{{"inputs/*", plain}}, makes: text, rules: joinSeparators},
		"split":        {uses: one(text), makes: text, rules: splitSeparators},
		"neglog10":     {uses: one(number), makes: number},
		"list_to_text": {uses: one(listed), makes: text},
		"text_to_list": {uses: one(text), result: listOrItem},
		"replace":      {uses: one(plain), makes: text},
		"score":        {uses: []use{{"scores/*/column", plain}}, makes: number},
		"expression":   {result: expressionType},
		"math":         {uses: one(number), makes: number},
		"locus":        {uses: []use{{"chromosome", number | text}, {"position", number}, {"end", number}}, makes: text},
		"to_number":    {uses: one(plain), makes: number},
		"to_text":      {uses: one(anything), makes: text},
		"map":          {uses: one(plain), makes: text},
		"default":      {uses: one(anything), result: sameType, rules: defaultValue},
	}
}

func filterKinds() map[string]types {
	return map[string]types{
		"contains": anything, "exact": anything, "choice": anything, "checklist": anything, "suggest": anything,
		"at_least": number, "at_most": number, "between": number, "outside": number, "slider": number,
	}
}

func plotKinds() map[string][]use {
	place := []use{{"place/chromosome", number | text}, {"place/position", number}, {"y/column", number}, {"name", plain}}
	hover := use{"hover/*", anything}
	return map[string][]use{
		"manhattan": append(place[:4:4], hover),
		"qq":        {{"y/column", number}, hover},
		"region":    append(place[:4:4], use{"alleles/effect", text}, use{"alleles/other", text}, hover),
		"volcano":   {{"x/column", number}, {"y/column", number}, {"name", plain}, hover},
		"phewas":    {{"y/column", number}, {"name", plain}, {"group", plain}, {"beta", number}, hover},
		"heatmap":   {{"column/column", plain}, {"row/column", plain}, {"value/column", number}, {"circle/column", number}, hover},
		"forest": {
			{"name", plain}, {"estimate/column", number}, {"interval/standard_error", number}, {"interval/low", number},
			{"interval/high", number}, {"group", plain}, hover,
		},
		"scatter":   {{"x/column", number}, {"y/column", number}, {"colour", plain}, {"size", number}, {"name", plain}, hover},
		"bar":       {{"category/column", plain}, {"value/column", number}, {"colour", plain}, hover},
		"box":       {{"category/column", plain}, {"value/column", number}, hover},
		"histogram": {{"value/column", number}, {"colour", plain}, hover},
		"score":     {{"name", plain}, {"parts/*/column", number}, hover},
	}
}
