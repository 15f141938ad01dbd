# One turn of ranger (a forest) or rpart (a tree), by the protocol that README.md tells.
job <- jsonlite::fromJSON(file("stdin"))
work <- job$work
classifies <- work$task == "classification"

read_table <- function(table) {
  x <- matrix(readBin(table$x, "numeric", table$rows * table$features, 4, endian = "little"), table$rows)
  colnames(x) <- paste0("x", seq_len(table$features))
  y <- readBin(table$y, "numeric", table$rows, 4, endian = "little")
  list(x = x, y = if (classifies) factor(y, c(0, 1)) else y)
}

# Each gets what it takes without a copy of its own: ranger a matrix, rpart a data frame.
prepare <- function(data) {
  if (work$model == "forest") data else data.frame(y = data$y, data$x)
}

fit <- function(data) {
  if (work$model == "forest") {
    return(ranger::ranger(
      x = data$x, y = data$y, num.trees = work$trees, num.threads = work$threads, seed = work$seed,
      probability = classifies, min.node.size = 1, oob.error = FALSE, verbose = FALSE
    ))
  }
  # rpart numbers its nodes by 32 bits, so 30 levels are the most that it can grow.
  control <- rpart::rpart.control(
    cp = 0, minsplit = 2, minbucket = 1, xval = 0, maxcompete = 0, maxsurrogate = 0, usesurrogate = 0, maxdepth = 30
  )
  rpart::rpart(y ~ ., data, method = if (classifies) "class" else "anova", control = control)
}

predict_with <- function(model, data) {
  if (work$model == "forest") {
    said <- predict(model, data$x, num.threads = work$threads)$predictions
    return(if (classifies) said[, "1"] else said)
  }
  said <- predict(model, data)
  if (classifies) said[, "1"] else said
}

describe <- function(model) {
  if (work$model == "forest") {
    leaves <- sapply(model$forest$child.nodeIDs, function(ids) sum(ids[[1]] == 0))
    return(list(version = as.character(packageVersion("ranger")), leaves = round(mean(leaves))))
  }
  list(
    version = as.character(packageVersion("rpart")),
    leaves = sum(model$frame$var == "<leaf>"),
    depth = floor(log2(max(as.numeric(rownames(model$frame)))))
  )
}

train <- read_table(job$train)
few <- seq_len(min(job$warmUpRows, job$train$rows))
invisible(fit(prepare(list(x = train$x[few, ], y = train$y[few]))))
given <- prepare(train)

seconds <- system.time(model <- fit(given))
said <- predict_with(model, prepare(read_table(job$test)))
writeBin(as.numeric(said), job$predictions, 8, endian = "little")
answer <- c(
  list(wallSeconds = seconds[["elapsed"]], cpuSeconds = seconds[["user.self"]] + seconds[["sys.self"]]), describe(model)
)
cat(jsonlite::toJSON(answer, auto_unbox = TRUE, digits = NA), "\n")
